// Section 3.7.4.3: x = 0, the start value, solves the actual equation too, but the solution that the simplified one leads to is meant.
// expect: x at start = 100
// expect: x at end = 100
model HomotopyPath
  Real x(start = 0);
equation
  0 = homotopy(sin(x)*(x - 100), x - 100);
end HomotopyPath;
