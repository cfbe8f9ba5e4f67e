// mica simulate
model ClockFactors
  Real u = sample(time, Clock(1, 10));
  Real v = subSample(u, 2);
  Real w = subSample(u, 3);
  Real y = v + w;
end ClockFactors;
