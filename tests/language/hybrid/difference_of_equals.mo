// A difference of terms that are equal but for rounding makes no events, however large the terms become after the start, where all is zero: the band around the edge
// is measured by the terms, through assignments and systems of equations, not by the difference. A difference of the same size as its own terms still switches.
// expect: few at end = 1   a band is found with the first events
// expect: k at end = 3       sin(3*time) is positive, negative, positive
model DifferenceOfEquals
  Real x(start = 0, fixed = true), y, z;
  Real a, b, u, small = 1e-11*sin(3*time);
  Boolean few = n <= 5;
  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);
equation
  der(x) = 1000*(1 - x/1000);
  y + z = 0.3*x;
  y^3 + y = 0.001*x;
  a = 0.1*x + 0.2*x;
  b = y + z;
  u = a - b;
  when {u > 0, u < 0} then
    n = pre(n) + 1;
  end when;
  when {small > 0, small < 0} then
    k = pre(k) + 1;
  end when;
  annotation (experiment(StopTime = 3));
end DifferenceOfEquals;
