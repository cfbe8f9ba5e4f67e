// Coulomb friction as one curve with a parameter s: the mass sticks while the force is below 1, although the event that ends this finds the force above 1 by
// rounding alone and a velocity that rounding hides. v' = u - 1 then, with u = time up to 3: v = (t - 1)^2/2. From 3 on v' = -1: 2 - (t - 3), at rest from 5 on.
// expect: s at 0.5 = 0.5 +- 1e-6
// expect: v at 0.99 = 0 +- 1e-9
// expect: forward at 2 = true +- 0
// expect: v at 2 = 0.5 +- 1e-5
// expect: v at 3 = 2 +- 1e-5
// expect: v at 4 = 1 +- 1e-5
// expect: v at 6 = 0 +- 1e-6
// expect: forward at 6 = false +- 0
// expect: s at 6 = 0 +- 1e-5
// expect-stderr: the integrator of v is put into the equations
// expect-stderr: warning W6508: the method cvode is replaced by inline-sdirk4
// options: --stop-time 6 --interval 0.01 --tolerance 1e-8
model FrictionCurve
  Real v(start = 0, fixed = true), f, s(start = 0), u = if time < 3 then time else 0;
  Boolean forward, backward;
equation
  forward = s > 1;
  backward = s < -1;
  v = if forward then s - 1 else if backward then s + 1 else 0;
  f = if forward then 1 else if backward then -1 else s;
  der(v) = u - f;
end FrictionCurve;
