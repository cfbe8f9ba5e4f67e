// Between the start values and the only solution lie two places where the Jacobian is singular (x near -1 and 1): damped Newton iteration ends at the
// first. The curve along which the equations are changed into the given ones passes both.
model AroundAFold
  Real x(start = -1.5), y(start = -0.8);
equation
  x^3 - 3*x + 0.1*y = 5;
  y + y^3 = x;
  // expect: x at start = 2.2705193467395106                by Newton iteration from (2.2, 1)
  // expect: y at start = 1.064447778361267
end AroundAFold;
