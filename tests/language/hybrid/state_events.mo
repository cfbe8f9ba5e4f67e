// Events are located: the time that sin is above a half in [0, 2*pi] is 2*pi/3.
// expect: on at end = 2.0943951024 +- 1e-5
// expect: switches at end = 2
// options: --stop-time 6.283185307179586 --tolerance 1e-8
model StateEvents
  Real x(start = 0, fixed = true), y(start = 1, fixed = true), on(start = 0, fixed = true);
  Boolean high = x > 0.5;
  Integer switches(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = -x;
  der(on) = if high then 1 else 0;
  when change(high) then
    switches = pre(switches) + 1;
  end when;
end StateEvents;
