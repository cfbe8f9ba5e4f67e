// Must run to time = 1 with n = 0 by every method: w falls from 1, and never exceeds it.
model ChatteringAtStartEdge
  Real x(start = 2, fixed = true);
  Real w(start = 1);
  Integer n(start = 0, fixed = true);
equation
  w + w^3 = x;
  der(x) = -w*(1 + 3*w^2);
  when w > 1 then
    n = pre(n) + 1;
  end when;
end ChatteringAtStartEdge;
