// Section 12.7: the derivative of a function that calls itself, in one assignment, is a function that calls itself; so is that of two that call each other. Solved
// for x: x^3 = 8 + time; for w: w^4 = 16 + time; z is the derivative of x^2 with respect to time, 2*x*der(x) = (2/3)*(8 + time)^(-1/3).
// expect: x at 1 = 2.080083823051904 +- 1e-6
// expect: w at 1 = 2.030543184868931 +- 1e-6
// expect: z at 1 = 0.32049990451275745 +- 1e-5
model RecursiveDerivative
  parameter Integer n = 3;
  function power
    input Real x;
    input Integer n;
    output Real y;
  algorithm
    y := if n == 0 then 1 else x*power(x, n - 1);
  end power;
  function even
    input Real x;
    input Integer n;
    output Real y;
  algorithm
    y := if n == 0 then 1 else x*odd(x, n - 1);
  end even;
  function odd
    input Real x;
    input Integer n;
    output Real y;
  algorithm
    y := x*even(x, n - 1);
  end odd;
  Real x(start = 1), w(start = 2), s, z;
equation
  power(x, n) = 8 + time;
  even(w, 4) = 16 + time;
  s = power(x, 2);
  z = der(s);
end RecursiveDerivative;
