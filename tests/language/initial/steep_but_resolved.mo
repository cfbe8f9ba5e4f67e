// The loop of no_digit_left.mo with a solution and a slope that leaves digits: y*(y + x) = 2 and x = 1 + y/k, so y = 1 - 1/(3k) to first order. x is found to 1e-12 of itself, y
// to 1e-3 at least.
model SteepButResolved
  Real x(start = 1), y;
  parameter Real k = 1e9;
equation
  y = k*(x - 1);
  y*(y + x) - 2 = 0;
  // expect: y at start = 1 +- 1e-3
  // expect: y at end = 1 +- 1e-3
end SteepButResolved;
