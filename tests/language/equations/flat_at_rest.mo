// A law that has no slope where it starts: the head of a pump grows with the square of its speed, and the pump starts from rest. r = sqrt(t), y = 2/3 t^1.5.
// expect-stderr: W6206
// expect: r at 0.25 = 0.5 +- 1e-5
// expect: r at 1 = 1 +- 1e-5
// expect: y at 1 = 0.6666667 +- 1e-5
function head
  input Real r;
  output Real dp;
algorithm
  dp := if r >= 0 then r^2 else -r^2;
  annotation(smoothOrder = 1);
end head;
model FlatAtRest
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), r(start = 0);
equation
  der(x) = 1;
  head(r) = x;
  der(y) = r;
end FlatAtRest;
