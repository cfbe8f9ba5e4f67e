// mica check
model TooManyResults
  function Two
    input Real x;
    output Real y = x;
    output Real z = x;
  algorithm
  end Two;
  Real a, b, c;
equation
  (a, b, c) = Two(1);
end TooManyResults;
