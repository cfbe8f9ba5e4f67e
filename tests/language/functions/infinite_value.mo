// Overflow of Reals: exp(x) passes the largest number at x = 709.8. The value is infinite, one warning says so, and the run goes on.
// expect-stderr: warning W6324: big is inf at time = 0.79
// expect: x at end = 1
model InfiniteValue
  Real x(start = 0, fixed = true), big = exp(1000*time - 80), after = 2*big;
equation
  der(x) = 1;
end InfiniteValue;
