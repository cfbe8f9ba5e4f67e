// mica simulate
model AssertionFailsAtStart
  Mica.Blocks.Limiter limiter(lower = 2, upper = 1);
equation
  limiter.u = time;
end AssertionFailsAtStart;
