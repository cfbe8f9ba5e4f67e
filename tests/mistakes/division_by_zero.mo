// mica simulate
model DivisionByZero
  Real x(start = 1, fixed = true);
  Real y;
equation
  der(x) = -1;
  y = 1/(x - 0.5 + abs(x - 0.5));
end DivisionByZero;
