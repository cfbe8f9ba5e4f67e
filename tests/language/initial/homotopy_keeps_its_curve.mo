// The simplified equation leads to x = 0.9; from lambda = 0.7 in one step Newton's method would leap over that to x = 5, which solves the actual equation as well.
// Along the curve, (1 - lambda)*5.4*x = lambda*(1 - x/5)*exp(-x)*tanh(20*(0.9 - x)): lambda grows with x all the way to x = 0.9.
model HomotopyKeepsItsCurve
  Real x(start = 0);
equation
  0 = homotopy(tanh(20*(x - 0.9))*exp(-x)*(1 - x/5), 5.4*x);
  // expect: x at start = 0.9
  // options: --stop-time 1 --intervals 1
end HomotopyKeepsItsCurve;
