// A hysteresis whose output takes its own input back across the edge, at once: between 1 and 1.2 neither value fits the one before the event, but switched on it stays so.
// The same beside a temperature, whose size hides the difference of both solutions.
// expect: y at 0.9 = 0
// expect: y at 1.1 = 1
// expect: u at 1.1 = 0.9
// expect: y at 3.3 = 1        x = 4 - time: off where x - 0.2 < 0.4
// expect: y at 3.5 = 0
// expect: u at 3.5 = 0.5
// expect: y2 at 1.1 = 1
// expect: u2 at 1.1 = 0.9
// expect: y2 at 3.3 = 1
// expect: y2 at 3.5 = 0
model HysteresisInLoop
  Real x(start = 0, fixed = true), u, u2, T;
  Boolean y(start = false, fixed = true), y2(start = false, fixed = true);
equation
  der(x) = if time < 2 then 1 else -1;
  u = x - (if y then 0.2 else 0);
  y = not pre(y) and u > 1 or pre(y) and u >= 0.4;
  T = 300 + 1e-7*(if y2 then 0.2 else 0);
  u2 = x - (T - 300)*1e7;
  y2 = not pre(y2) and u2 > 1 or pre(y2) and u2 >= 0.4;
  annotation (experiment(StopTime = 4, Interval = 0.1));
end HysteresisInLoop;
