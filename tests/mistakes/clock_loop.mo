// mica simulate
// The example of section 16.7.4: one system of equations with unknowns of two clocks.
model ClockLoop
  Real a;
  Real y = superSample(a + z, 2);
  Real z;
equation
  a + z = sample(time, Clock(1, 100));
  0 = subSample(y, 2) + a;
end ClockLoop;
