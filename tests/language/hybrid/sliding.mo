// A relay without hysteresis drives x to 0.3, and then switches without end: x stays there. There it is above for two thirds of
// the time: -2/3 + 2*1/3 = 0.
// expect: x at 0.9 = 0.3 +- 1e-3
// expect: x at end = 0.3 +- 1e-3
// expect: sum at end = 2.233333 +- 2e-3      0.7 until it is there, then 2.3*2/3
// expect-stderr: switches back and forth without end
// options: --stop-time 3
model Sliding
  Real x(start = 1, fixed = true), sum(start = 0, fixed = true);
equation
  der(x) = if x > 0.3 then -1 else 2;
  der(sum) = if x > 0.3 then 1 else 0;
end Sliding;
