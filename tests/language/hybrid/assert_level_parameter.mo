// The level of an assertion is an expression (the specification, 8.3.7): a parameter that passes through components, a function's input, a
// conditional expression. All of these are warnings; none ends the run.
// expect-stderr: limiter.stage: assertion (warning) 'limiter.stage.u < 0.5'
// expect-stderr: checks.u: 
// expect-stderr: assertion (warning) 'time < 0.25'
// expect-stderr: from an algorithm
// expect: end = 1
// expect: limiter.stage.u at end = 1
model AssertLevelParameter
  function checked
    input Real u;
    input AssertionLevel level;
    output Real y;
  algorithm
    assert(u < 0.75, "checks.u: " + String(u), level);
    y := 2*u;
  end checked;
  model Stage
    parameter AssertionLevel level = AssertionLevel.error;
    Real u = time;
  equation
    assert(u < 0.5, "u is large", level);
  end Stage;
  model Limiter
    parameter AssertionLevel stageLevel = AssertionLevel.error;
    Stage stage(level = stageLevel);
  end Limiter;
  parameter Boolean strict = false;
  parameter AssertionLevel level = if strict then AssertionLevel.error else AssertionLevel.warning;
  Limiter limiter(stageLevel = level);
  Real y = checked(time, level);
  Real z;
equation
  assert(time < 0.25, "late", if strict then AssertionLevel.error else AssertionLevel.warning);
algorithm
  z := time;
  assert(z < 0.6, "from an algorithm", level);
end AssertLevelParameter;
