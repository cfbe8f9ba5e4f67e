// mica simulate
model NoRealSolution
  Real x(start = 0.5);
equation
  x^2 + x + 5 = 0;
end NoRealSolution;
