// --set of parameters that translation uses: they have their effect there, which is not denied, and a literal of an
// enumeration that the model itself declares is found.
// options: --set n=3 --set kind=second --set size=4
// expect: z[3] at end = 1
// expect: w at end = 2
// expect: y[4] at end = 1
model SetStructural
  type Kind = enumeration(first, second);
  parameter Integer n = 2;
  parameter Integer size = n + 1;
  parameter Kind kind = Kind.first;
  Real z[n];
  Real y[size] = fill(time, size);
  Real w;
equation
  z = fill(time, n);
  if kind == Kind.first then
    w = 1;
  else
    w = 2;
  end if;
end SetStructural;
