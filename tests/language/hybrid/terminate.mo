// Section 8.3.8: terminate ends the simulation at a state event, successfully.
// expect: end = 0.6931471806 +- 3e-5       exp(t) = 2
// expect: x at end = 2 +- 1e-5
// expect-stderr: x has doubled
model Terminate
  Real x(start = 1, fixed = true);
equation
  der(x) = x;
  when x >= 2 then
    terminate("x has doubled");
  end when;
end Terminate;
