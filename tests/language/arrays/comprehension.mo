// Section 10.4.1 and 10.3.4.1: iterators in constructors and reductions, nested, without a range.
// expect: squares[4] at 0 = 16
// expect: table[2,3] at 0 = 6
// expect: total at 0 = 30
// expect: both at 0 = 18
// expect: low at 0 = -3
// expect: high at 0 = 2
// expect: fac at 0 = 120
// expect: without at 0 = 20
// expect: part[2] at 0 = 9
model Comprehension
  parameter Integer n = 4;
  Real squares[n] = {i^2 for i in 1:n};
  Real table[2, 3] = {{i*j for j in 1:3} for i in 1:2};
  Real total = sum(i*i for i in 1:n);
  Real both = sum(i*j for i in 1:2, j in 1:3);
  Real low = min(x for x in {2, -3, 1});
  Real high = max(abs(x) - 1 for x in {2, -3, 1});
  Real fac = product(i for i in 1:5);
  Real v[4] = {1, 3, 5, 11};
  Real without = sum(v[i] for i);
  Real part[2] = {squares[i] for i in {1, 3}};
end Comprehension;
