// Section 12.2: a function may be recursive, in an ODE too, whose Jacobian needs its derivative. For 0 < x <= 1 it is x^2 + x - 1, and the solution of
// der(x) = -(x^2 + x - 1) is (x - r)/(x - s) = c*exp(-sqrt(5)*t) with the roots r, s of the polynomial.
// expect: x at 1 = 0.6534539341427144 +- 1e-4
model RecursiveInOde
  function f
    input Real x;
    output Real y;
  algorithm
    y := if x > 0 then f(x - 1) + x^2 else x;
  end f;
  Real x(start = 1, fixed = true);
equation
  der(x) = -f(x);
end RecursiveInOde;
