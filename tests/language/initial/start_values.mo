// Section 8.6: fixed start values, a start that is a parameter expression, and one of a variable that is no state (z = x + y is 5, so y starts at 3).
// expect: x at start = 2
// expect: y at start = 3
// expect: z at start = 5
// expect: w at start = 6
model StartValues
  parameter Real k = 2;
  Real x(start = k, fixed = true);
  Real y;
  Real z(start = 5, fixed = true);
  Real w(start = 3*k, fixed = true);
equation
  der(x) = -x;
  der(y) = -y;
  der(w) = -w;
  z = x + y;
end StartValues;
