// Section 8.6: initial equations. Both derivatives are zero at the start: x = 3, y = 6, and it stays so until the input steps.
// expect: x at start = 3
// expect: y at start = 6
// expect: y at 0.4 = 6
// expect: x at 1 = 3.3934693403 +- 1e-5      4 - exp(-0.5)
// options: --interval 0.1
model SteadyState
  Real u = if time < 0.5 then 3 else 4;
  Real x, y;
initial equation
  der(x) = 0;
  der(y) = 0;
equation
  der(x) = u - x;
  der(y) = 2*x - y;
end SteadyState;
