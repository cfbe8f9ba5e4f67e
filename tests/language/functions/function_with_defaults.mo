// Section 12.4.2: a function with more inputs than its call knows of serves as an argument if the others have defaults.
// expect: plain at end = 9
// expect: given at end = 27
// expect: part at end = 20
// expect: whole at end = 0.3333333333333333 +- 1e-3
// options: --stop-time 1
model FunctionWithDefaults
  partial function Scalar
    input Real x;
    output Real y;
  end Scalar;
  function Twice
    input Scalar f;
    input Real x;
    output Real y;
  algorithm
    y := f(x);
  end Twice;
  function Integrate
    input Scalar f;
    output Real sum = 0;
  algorithm
    for i in 1:100 loop
      sum := sum + f((i - 0.5)/100)/100;
    end for;
  end Integrate;
  function Square
    extends Scalar;
    input Real k = 1;
    input Real c = 0;
  algorithm
    y := k*x^2 + c;
  end Square;
  Real plain = Twice(Square, 3*time);
  Real given = Twice(function Square(k = 3), 3*time);
  Real part = Twice(function Square(c = 11), 3*time);
  parameter Real whole = Integrate(Square);
end FunctionWithDefaults;
