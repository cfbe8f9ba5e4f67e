// A line between two open breakers: nothing feeds it, and its voltages are left open, equal to each other up to rounding. No current flows, and y = exp(-t).
// expect-stderr: W6206
// expect: y at 1 = 0.3678794
// expect: j at 1 = 0 +- 1e-9
// expect: d at 1 = 0 +- 1e-9
// options: --tolerance 1e-9
model Breakers
  Real y(start = 1, fixed = true), u(start = 0.7), v(start = 0.6), j, m, d = u - v;
  Boolean closed = time > 2;
equation
  der(y) = j*u - y;
  0 = if closed then u - y else j;
  j*(1 + 0.1*v^2)*0.3 = (u*0.1 + u*0.2) - v*0.3 + 0.01*j*m*u;
  m = j*(1 + 0.1*u^2) - 0.01*j*u*v^2;
  0 = if closed then v - 0.5*j else m;
end Breakers;
