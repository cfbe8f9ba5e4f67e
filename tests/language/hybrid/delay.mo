// Section 3.7.4.1: delay by a constant; before the start the value at the start counts.
// expect: y at 0.1 = 0
// expect: y at 0.5 = 0.3
// expect: z at 1 = 0.5646424734 +- 1e-4     sin(0.6)
// expect: s at 0.15 = 0
// expect: s at 0.6 = 1
// options: --interval 0.05
model Delay
  Real y = delay(time, 0.2);
  Real x = sin(time);
  Real z = delay(x, 0.4);
  Real s = delay(if time < 0.25 then 0 else 1, 0.25);
end Delay;
