// mica check
model ParameterNotDetermined
  parameter Real p(fixed = false, start = 7);
  Real x(start = 1, fixed = true);
  Real z(start = 4);
equation
  der(x) = -p*x;
  der(z) = x;
end ParameterNotDetermined;
