// A continuous controller on an integrator: x' = 2*(1 - x) + z, z' = 2*(1 - x), so (1 - x)'' + 2*(1 - x)' + 2*(1 - x) = 0 and x = 1 - exp(-t)*(cos(t) - sin(t)).
// A limiter and a sampler beside it.
// expect: plant.y at 1 = 1.1107937653 +- 1e-5
// expect: limiter.y at 0.2 = -0.5
// expect: limiter.y at 1 = 0.5
// expect: sampler.y at 0.5 = 0.4
// options: --interval 0.1 --tolerance 1e-8
model Controllers
  Mica.Blocks.Constant one(k = 1);
  Mica.Blocks.Feedback feedback;
  Mica.Blocks.PI pi(k = 2, T = 1);
  Mica.Blocks.Integrator plant;
  Mica.Blocks.Ramp ramp(height = 4, offset = -2, duration = 1);
  Mica.Blocks.Limiter limiter(upper = 0.5);
  Mica.Blocks.Ramp clock;
  Mica.Blocks.Sampler sampler(samplePeriod = 0.4);
equation
  connect(one.y, feedback.reference);
  connect(plant.y, feedback.measured);
  connect(feedback.y, pi.u);
  connect(pi.y, plant.u);
  connect(ramp.y, limiter.u);
  connect(clock.y, sampler.u);
end Controllers;
