// y*(y + x) + 1 = 0 has no solution for x near 1: y^2 + y + 1 is at least 3/4. y = k*(x - 1) makes the slope by x so steep that any residual is a step of rounding in x. Such
// a system is not solved: what follows from its unknown has no digit.
model NoDigitLeft
  Real x(start = 1), y;
  parameter Real k = 1e16;
equation
  y = k*(x - 1);
  y*(y + x) + 1 = 0;
  // expect-exit: 3
  // expect-stderr: E6102
  // expect-stderr: variables that follow from them change by more than a tenth
end NoDigitLeft;
