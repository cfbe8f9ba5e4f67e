// Sections 4.7 and 12.6: record constructors with defaults and names, arrays of records, records in equations and functions.
// expect: a.re at 0 = 1
// expect: c.re at 0 = 4
// expect: c.im at 0 = 6
// expect: list[2].im at 0 = 9
// expect: length at 0 = 5
// expect: d.im at 0 = 0
record Pair "Two numbers"
  Real re;
  Real im = 0;
end Pair;
function Sum
  input Pair a, b;
  output Pair c;
algorithm
  c := Pair(a.re + b.re, a.im + b.im);
end Sum;
function Length
  input Pair a;
  output Real y;
algorithm
  y := sqrt(a.re^2 + a.im^2);
end Length;
model Records
  Pair a = Pair(1, 2);
  Pair b(re = 3, im = 4);
  Pair c = Sum(a, b);
  Pair d = Pair(re = 5);
  Pair list[2] = {Pair(1, 8), Pair(im = 9, re = 2)};
  Real length = Length(b);
end Records;
