// Section 8.6: one state, two conditions that do not agree. The translation says so with values, the simulation does not start.
model Contradiction
  parameter Real k = 2;
  Real x(start = 1, fixed = true), y(start = 3, fixed = true);
equation
  der(x) = -x;
  y = k*x;
  // expect-stderr: contradicts the others: y = 3.0 would say 2 = 3
  // expect-stderr: by way of: y = k*x
  // expect-stderr: by the others it says 2 = 3
  // expect-exit: 3
  // options: --stop-time 1
end Contradiction;
