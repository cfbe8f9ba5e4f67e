// Without flow the temperature is open: m = 0 and h = 0 solve all three equations, whatever T is. It stays at its start value, and that is reported.
model OpenWithoutFlow
  Real m(start = 0), T(start = 300), h;
equation
  h = m*(T - 290) + m^3;
  h + 2*m = 0;
  m*T = 3*h;
  // expect: m at start = 0 +- 0
  // expect: T at start = 300 +- 0
  // expect-stderr: W6206
  // expect-stderr: T is not determined by slopes
end OpenWithoutFlow;
