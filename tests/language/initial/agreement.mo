// Section 8.6: one state, two conditions that agree: one of them is left out, and the simulation starts.
model Agreement
  parameter Real k = 2;
  Real x(start = 1, fixed = true), y(start = 2, fixed = true);
equation
  der(x) = -x;
  y = k*x;
  // expect: y at start = 2
  // expect: y at end = 0.7357588823428847 +- 1e-5     2/e
  // options: --stop-time 1
end Agreement;
