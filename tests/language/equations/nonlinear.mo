// A nonlinear system of equations in two unknowns that moves with time: x*y = 2 and x^2 + y = 5 + time has x = 2, y = 1 near the start at 0.
// At time 1, x^3 - 6x + 2 = 0 near 2.26.
// expect: x at 0 = 2
// expect: y at 0 = 1
// expect: x at 1 = 2.261802245
// expect: y at 1 = 0.884250602
model Nonlinear
  Real x(start = 2.2), y(start = 1);
equation
  x*y = 2;
  x^2 + y = 5 + time;
end Nonlinear;
