// Causal connectors of the library: a first-order lag in a feedback loop with a gain: y = 4/5*(1 - exp(-5t)).
// expect: lag.y at 1 = 0.7946096424 +- 1e-5
// expect: sum.y at 1 = 2.2 +- 1e-5
model BlocksTest
  Mica.Blocks.Step step(height = 1);
  Mica.Blocks.Feedback feedback;
  Mica.Blocks.Gain gain(k = 4);
  Mica.Blocks.FirstOrder lag(T = 1);
  Mica.Blocks.Sum sum(n = 3, k = {1, 0.1, 0.01});
  Mica.Blocks.Constant values[3](k = {1, 10, 20});
equation
  connect(step.y, feedback.reference);
  connect(feedback.y, gain.u);
  connect(gain.y, lag.u);
  connect(lag.y, feedback.measured);
  connect(values.y, sum.u);
end BlocksTest;
