// Sections 8.3.1 and 10.6: equations between arrays and in loops, slices of unknowns, der of an array. x' = A*x is a rotation.
// expect: x[1] at 1.5707963267948966 = 0 +- 1e-5
// expect: x[2] at 1.5707963267948966 = -1 +- 1e-5
// expect: f[7] at 0 = 13
// expect: y[2] at 0 = 5
// expect: y[3] at 0 = 7
// options: --stop-time 1.5707963267948966 --tolerance 1e-8
model Equations
  parameter Integer n = 7;
  Real x[2](start = {1, 0}, each fixed = true);
  Real f[n];
  Real y[3];
equation
  der(x) = [0, 1; -1, 0]*x;
  f[1:2] = {1, 1};
  for i in 3:n loop
    f[i] = f[i - 1] + f[i - 2];
  end for;
  y[1] = 3;
  y[2:3] = {5, 7};
end Equations;
