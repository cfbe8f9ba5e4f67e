// mica simulate
model TooManyInitialEquations
  Real x(start = 1, fixed = true);
initial equation
  der(x) = 0;
equation
  der(x) = 2 - x;
end TooManyInitialEquations;
