// Section 10.3.4.1: the expression of a sum, and of a sum alone, may be an array: 2*{1,2,3,4}*3 + 3*{1,4,9,16}*4.
// expect: x at start = 216
// expect: y[2] at start = 60
model SumOfArrays
  function f
    input Real n[:];
    output Real h;
  protected
    Integer N = size(n, 1);
  algorithm
    h := max(sum((i - 1)*n.^(i - 2)*n[i] for i in 3:N));
  end f;
  parameter Real n[4] = {1, 2, 3, 4};
  Real x = f(n);
  Real y[4] = sum((i - 1)*n.^(i - 2)*n[i] for i in 3:4);
end SumOfArrays;
