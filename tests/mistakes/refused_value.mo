// mica check
model RefusedValue "One wrong value, on which much depends"
  parameter Integer n = "3";
  Real x[n];
  Real y[n + 1];
  parameter Integer m = 2*n;
  Real z[m] = fill(1.0, m);
  Real w if n > 2;
equation
  for i in 1:n loop
    x[i] = i;
  end for;
  y = fill(2.0, n + 1);
end RefusedValue;
