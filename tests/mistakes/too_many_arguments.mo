// mica check
model TooManyArguments
  function Twice
    input Real x;
    output Real y = 2*x;
  algorithm
  end Twice;
  Real y = Twice(1, 2);
  Real z = sin(1, 2);
end TooManyArguments;
