// mica simulate
model ClockBeforeStart
  Real u = sample(time, Clock(3, 10));
  Real y = shiftSample(u, 3);
  Real z = backSample(y, 4);
end ClockBeforeStart;
