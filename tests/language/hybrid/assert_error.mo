// Section 8.3.7: an assertion that fails ends the simulation with exit code 3; the result up to there is kept.
// expect-exit: 3
// expect-stderr: x is above 0.5
// expect: x at 0.4 = 0.4
model AssertError
  Real x = time;
equation
  assert(x < 0.5, "x is above 0.5: " + String(x));
end AssertError;
