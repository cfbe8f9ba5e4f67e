// Chapter 7: inheritance through two bases with a modifier in the extends clause, the same element from two sides, equations of all bases.
// options: --tolerance 1e-8
// expect: x at 1 = 2.7182818284 +- 1e-5
// expect: y at 1 = 10
// expect: k at start = 2
// expect: total at 1 = 12.7182818284 +- 1e-5
model Common
  parameter Real k = 1;
end Common;
model Growing
  extends Common;
  Real x(start = 1, fixed = true);
equation
  der(x) = x*k/2;
end Growing;
model Constant
  extends Common;
  Real y = 5*k;
end Constant;
model Extends
  extends Growing(k = 2);
  extends Constant(k = 2);
  Real total = x + y;
end Extends;
