// The sources of signals at chosen times, and their integrals.
// expect: step.y at 0.4 = 1
// expect: step.y at 0.6 = 3
// expect: ramp.y at 0.45 = 1
// expect: ramp.y at 0.95 = 2
// expect: sine.y at 0.25 = 2
// expect: pulse.y at 0.05 = 4
// expect: pulse.y at 0.15 = 0
// expect: pulse.y at 0.65 = 4
// expect: integral.y at 1 = 2 +- 1e-5        half of the time at height 4
// options: --interval 0.05
model Sources
  Mica.Blocks.Step step(height = 2, offset = 1, startTime = 0.5);
  Mica.Blocks.Ramp ramp(height = 2, duration = 0.5, startTime = 0.2);
  Mica.Blocks.Sine sine(amplitude = 2, f = 1);
  Mica.Blocks.Pulse pulse(amplitude = 4, period = 0.2, width = 0.5, startTime = 0);
  Mica.Blocks.Integrator integral;
equation
  connect(pulse.y, integral.u);
end Sources;
