// A parameter tells whose derivative it is: the element keeps its fixed start value.
model DerivativeOfElement
  parameter Integer n = 3;
  Real x[4](start = {1, 2, 3, 4}, each fixed = true);
equation
  der(x[n]) = -3*x[n];
  for i in {1, 2, 4} loop
    der(x[i]) = -i*x[i];
  end for;
  // expect: x[3] at start = 3
  // expect: x[3] at 1 = 0.14936121 +- 1e-5      3 exp(-3)
  // expect: x[4] at 1 = 0.07326256 +- 1e-5
  // options: --stop-time 1 --tolerance 1e-8
end DerivativeOfElement;
