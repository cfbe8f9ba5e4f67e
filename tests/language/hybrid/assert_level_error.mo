// The same parameter with the other value ends the run where the assertion fails first, with what was computed before.
// options: --set level=AssertionLevel.error --set strict=true
// expect-stderr: error E6301
// expect-stderr: late
// expect-exit: 3
model AssertLevelError
  parameter Boolean strict = false;
  parameter AssertionLevel level = AssertionLevel.warning;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 0.75, "x is large", level);
  assert(time < 0.25, "late", if strict then AssertionLevel.error else AssertionLevel.warning);
  annotation (experiment(StopTime = 1));
end AssertLevelError;
