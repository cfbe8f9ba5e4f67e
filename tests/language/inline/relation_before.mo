// Relations of a state stand in the equations of a step before the state is computed: what reads the state after that must see the new value.
// Implicit Euler with h = 0.01 gives x(n) = 1.01^(-n) and y(n) = n h/1.01 1.01^(-n); with the old x in the second equation y would be 1 % larger.
// options: --method inline-implicit-euler --step 0.01 --stop-time 1 --modes off
// expect: x at end = 0.36971121232
// expect: y at end = 0.36605070527
model RelationBefore
  Real x(start=1, fixed=true), y(start=0, fixed=true), f;
equation
  f = if x > 5 then 2*x - 5 elseif x < -5 then 2*x + 5 else x;
  der(x) = -f;
  der(y) = x - y;
end RelationBefore;
