// options: --method inline-rk2 --step 0.01 --stop-time 1
// Two masses that a rigid rod joins (index 3): together 3 kg under a force of 6 N, x = time².
// expect: x1 at end = 1 +- 1e-6
// expect: x2 at end = 2 +- 1e-6
// expect: f at end = 2 +- 1e-9
model Constraint
  Real x1(start = 0, fixed = true), v1(start = 0, fixed = true), x2, v2, f;
equation
  der(x1) = v1;
  der(x2) = v2;
  1*der(v1) = f;
  2*der(v2) = 6 - f;
  x2 = x1 + 1;
end Constraint;
