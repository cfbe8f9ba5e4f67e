// Relations whose change changes nothing at that time, but what follows: a spring that is stiffer in compression, and a ramp that starts with slope zero.
// expect: x at end = -0.3333333333 +- 2e-5     cos(t) up to pi/2, then -sin(3*(t - pi/2))/3, at 2*pi/3
// expect: y at end = 0.5988503201 +- 1e-6     (t - 1)^2/2
// options: --stop-time 2.0943951023931953 --tolerance 1e-8
model KinkAtEvent
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Real y(start = 0, fixed = true), u(start = -1, fixed = true);
equation
  der(x) = v;
  der(v) = if x > 0 then -x else -9*x;
  der(u) = 1;
  der(y) = if u > 0 then u else 0;
end KinkAtEvent;
