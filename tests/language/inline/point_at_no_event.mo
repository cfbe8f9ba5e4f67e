// options: --method inline-euler --step 0.125 --stop-time 1 --interval 0.125
// A relation beside a condition that is false changes at the end of a step, and nothing with it: that is not an event for the result, but the row of the
// output point is there.
// expect: x at 0.5 = 0 +- 1e-12
// expect: x at 0.625 = 0.125 +- 1e-12
// expect: x at end = 0.5 +- 1e-12
model PointAtNoEvent
  Real x(start = -0.5, fixed = true);
  Real y = if time > 10 and x > 0 then 1 else 0;
equation
  der(x) = 1 + y;
end PointAtNoEvent;
