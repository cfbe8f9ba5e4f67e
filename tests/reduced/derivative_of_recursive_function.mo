// Must check and simulate: x = (8 + time)^(1/3), 2 at time = 0 and 2.0801 at time = 1.
model DerivativeOfRecursiveFunction
  parameter Integer n = 3;
  function power
    input Real x;
    input Integer n;
    output Real y;
  algorithm
    y := if n == 0 then 1 else x*power(x, n - 1);
  end power;
  Real x(start = 1);
equation
  power(x, n) = 8 + time;
end DerivativeOfRecursiveFunction;
