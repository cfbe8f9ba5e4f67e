// A call and an algorithm in a system of equations that give an Integer or a Boolean beside Real values (the phase in the state of a medium).
// With u = 3*time the enthalpy of the first is 1.5*time up to h = 1 (2*h = u), then 3*h - 1 = u. Of the second, z + 2*z = u below z = 1, then
// z + 2*z + (z - 1) = u.
model IntegerResultInLoop
  record State
    Integer phase;
    Real h, T;
  end State;
  function stateOf
    input Real h;
    output State s;
  algorithm
    s.h := h;
    s.phase := if h > 1 then 2 else 1;
    s.T := if h > 1 then 1 + 0.5*(h - 1) else h;
  end stateOf;
  State s;
  Real u = 3*time, h(start = 0.5), v, z(start = 0.1);
  Boolean isHot;
equation
  s = stateOf(h);
  h + s.T + (if s.phase == 2 then 3*(s.T - 1) else 0) = u;
  z + v + (if isHot then z - 1 else 0) = u;
algorithm
  isHot := noEvent(z > 1);
  v := 2*z;
  // expect: h at 0.5 = 0.75
  // expect: s.phase at 0.5 = 1 +- 0
  // expect: h at 1 = 1.333333333
  // expect: s.T at 1 = 1.166666667
  // expect: s.phase at 1 = 2 +- 0
  // expect: z at 0.5 = 0.5
  // expect: z at 2 = 1.75
  // expect: isHot at 2 = true +- 0
  // options: --stop-time 2 --intervals 4
end IntegerResultInLoop;
