// The same where a state needs it: the integrator cannot pass, and the cause is named.
// expect-stderr: error E6202: der(x) is not finite (nan)
// expect-stderr: is outside the domain of sqrt
// expect-exit: 3
model OutsideDomainOfDerivative
  Real x(start = 1, fixed = true), s;
equation
  s = 1 + sqrt(0.5 - time);
  der(x) = 3*s - x;
end OutsideDomainOfDerivative;
