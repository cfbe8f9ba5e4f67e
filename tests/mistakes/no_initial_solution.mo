// mica simulate
model NoInitialSolution
  Real x(start = 1);
equation
  x^2 + 1 = -time;
end NoInitialSolution;
