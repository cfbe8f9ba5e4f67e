// Section 3.7.4.1: der of an expression, of an algebraic variable, and twice.
// expect: dy at 1 = 2
// expect: z at 1 = 1
// expect: a at 1 = -0.8414709848 +- 1e-5
model DerOfExpression
  Real y = time^2;
  Real dy = der(y);
  Real x(start = 0, fixed = true);
  Real z = der(x*2)/2;
  Real s = sin(time);
  Real v = der(s);
  Real a = der(v);
equation
  der(x) = time;
end DerOfExpression;
