// Products of Integer unknowns with final gains that are zero: the sum stays an Integer, and so an equation for the sum.
// expect: y[1] at end = 3 +- 0
// expect: y[2] at end = 5 +- 0
// expect: z at end = 3 +- 0
block Choose
  parameter Integer n;
  parameter Integer k[n];
  input Integer u[n];
  output Integer y;
equation
  y = k*u;
end Choose;
model IntegerGains
  Integer u[2] = {integer(3*time), 5};
  Choose choose[2](each n = 2, final k = {{if i == j then 1 else 0 for i in 1:2} for j in 1:2}, u = {u, u});
  Integer y[2] = choose.y;
  final parameter Integer off = 0;
  Integer z = u[1] + off*u[2];
end IntegerGains;
