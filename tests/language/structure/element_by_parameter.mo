// Which element is meant is decided by a parameter: x[n + 1] = … gives x[2], and the other one follows from the sum.
model ElementByParameter
  parameter Integer m = 2;
  final parameter Integer n = div(m, 2);
  Real x[2];
equation
  x[n + 1] = 3 + time;
  x[1] + x[2] = 10;
  // expect: x[1] at 1 = 6
  // expect: x[2] at 1 = 4
  // options: --stop-time 1
end ElementByParameter;
