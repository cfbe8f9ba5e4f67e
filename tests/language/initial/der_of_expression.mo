// Section 8.6: der() of an expression in an initial equation, where the dynamics do not hold it. What is differentiated is a variable at all times.
model DerOfExpression
  parameter Real L = 2, k = 3;
  Real i(start = 1), j(start = 1), v, w, x(start = 2, fixed = true);
  Real f = 4, a = x^2;
initial equation
  der(L*i) = 0;
  der(2*j + x) = 0;
  der(k*f) = 0;
equation
  L*der(i) + i = v;
  v = 3;
  der(j) = -j + w;
  w = 5;
  der(x) = -4*x;
  // expect: i at start = 3                                 at rest: i = v
  // expect: j at start = 1                                 2 (w - j) = 4 x
  // expect: i at end = 3
  // expect-stderr: an initial condition that follows from the others
end DerOfExpression;
