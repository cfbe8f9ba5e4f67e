// A loop through an algorithm has no symbolic Jacobian: it is taken by differences. x^2 + x = 6 + time has the positive solution
// x = (sqrt(25 + 4*time) - 1)/2.
// expect: x at start = 2
// expect: x at 1 = 2.1925824036
// options: --interval 0.5
model Differences
  Real x(start = 1), y;
algorithm
  y := 0;
  for i in 1:2 loop
    y := y + x*x/2;
  end for;
equation
  y + x = 6 + time;
end Differences;
