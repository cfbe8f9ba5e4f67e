// A trigger with three solutions: both limits, and a balance between them where the iteration would start. The simplified model says which one is meant.
// With y = -15, u = 0.4 y; an integrator of y runs the other way until u changes sign, which is at x = 10.
// expect: y at start = -15
// expect: y at 0.3 = -15
// expect: x at 0.3 = 4.5 +- 1e-5
// options: --stop-time 0.3 --interval 0.1
model HomotopyTrigger
  parameter Real limit = 15;
  Real u, y, x(start = 0, fixed = true);
equation
  y = homotopy(actual = smooth(0, if 1000*u > limit then limit else if 1000*u < -limit then -limit else 1000*u), simplified = -limit);
  u = 0.4*y + 0.6*x;
  der(x) = -y;
end HomotopyTrigger;
