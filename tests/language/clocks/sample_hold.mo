// Section 16.5.1: sample takes the left limit when the clock ticks, hold keeps it until the next tick. Ticks at 0, 0.1, 0.2, …
// expect: z at 0.05 = 0
// expect: z at 0.15 = 0.1
// expect: y at 0.97 = 0.9
// expect: left at 0.5 = 0          the jump at 0.5 is not seen before the next tick
// expect: left at 0.55 = 0
// expect: left at 0.6 = 1
model SampleHold
  Real y = sample(time, Clock(1, 10));
  Real z = hold(y);
  Real jump = if time >= 0.5 then 1 else 0;
  Real left = hold(s);
  Real s = sample(jump, Clock(1, 10));
end SampleHold;
