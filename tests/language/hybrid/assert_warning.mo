// Section 8.3.7: an assertion of the level warning says so, with its message, and the simulation goes on.
// expect: x at 1 = 1
// expect-stderr: x is above 0.5
model AssertWarning
  Real x = time;
equation
  assert(x < 0.5, "x is above 0.5", AssertionLevel.warning);
end AssertWarning;
