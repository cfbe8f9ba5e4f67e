// A signal that is zero but for what the solution of an equation leaves of terms a thousand times larger than one, beside thresholds of rounding size. What it
// is of noise neither makes events without end nor contradicts its relations.
// expect: end = 1
// expect: x at end = 1.5 +- 1e-5     1 + 0.5
model NoiseOnTheEdge
  parameter Real eps = 2.3e-16;
  Real x(start = 1, fixed = true);
  Real v(start = 5), u;
  Boolean rising = u > eps, falling = u < -eps;
equation
  v*exp(v) = 1e3*x;
  u = 1e3*x - v*exp(v);
  der(x) = time + (if rising then u elseif falling then u else 0);
  annotation (experiment(StopTime = 1, Interval = 0.001));
end NoiseOnTheEdge;
