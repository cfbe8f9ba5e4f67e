// A mass on a floor that says what happens at rest: the bounces accumulate, and pass. At rest at the floor at the end.
// expect: v at end = 0
// expect: h at end = 0 +- 1e-6
// expect: flies at end = false
// options: --stop-time 5
model BouncesThatEnd
  parameter Real e = 0.4, slowest = 2e-4;
  Real h(start = 2, fixed = true), v(start = 0, fixed = true);
  Boolean flies(start = true, fixed = true);
equation
  der(h) = v;
  der(v) = if flies then -5 else 0;
  when h <= 0 then
    flies = -e*pre(v) > slowest;
    reinit(v, if flies then -e*pre(v) else 0);
  end when;
end BouncesThatEnd;
