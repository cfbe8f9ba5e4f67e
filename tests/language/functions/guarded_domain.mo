// Guarded by a relation or by noEvent, nothing is outside its domain: no message, and no nan.
// expect: y at end = 0 +- 0
// expect: z at end = 0 +- 0
// expect: y at 0.25 = 0.5
model GuardedDomain
  Real u = 0.5 - time, y = if u > 0 then sqrt(u) else 0, z = noEvent(if u > 0 then sqrt(u) else 0), x(start = 0, fixed = true);
equation
  der(x) = 1;
end GuardedDomain;
