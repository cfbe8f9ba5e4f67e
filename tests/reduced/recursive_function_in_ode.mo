// Must check and simulate: for 0 < x <= 1 the function is x^2 + x - 1.
model RecursiveFunctionInOde
  function f
    input Real x;
    output Real y;
  algorithm
    y := if x > 0 then f(x - 1) + x^2 else x;
  end f;
  Real x(start = 1, fixed = true);
equation
  der(x) = -f(x);
end RecursiveFunctionInOde;
