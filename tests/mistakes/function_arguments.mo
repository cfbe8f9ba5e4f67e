// mica check function_arguments.mo
model FunctionArguments "functions as arguments that cannot be called as they will be"
  partial function Scalar
    input Real x;
    output Real y;
  end Scalar;
  function Apply
    input Scalar f;
    input Real x;
    output Real y;
  algorithm
    y := f(x);
  end Apply;
  function Difference
    input Real x;
    input Real other;
    output Real y = x - other;
  algorithm
  end Difference;
  function Total
    input Real x[:];
    output Real y = sum(x);
  algorithm
  end Total;
  function One
    output Real y = 1;
  algorithm
  end One;
  Real a = Apply(Difference, time);
  Real b = Apply(Total, time);
  Real c = Apply(One, time);
end FunctionArguments;
