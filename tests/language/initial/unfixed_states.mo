// Section 8.6: a state without an initial condition takes its start value; the tool says so in its report, not as an error.
// expect: x at start = 4
// expect: x at 1 = 1.4715177646 +- 1e-5
model UnfixedStates
  Real x(start = 4);
equation
  der(x) = -x;
end UnfixedStates;
