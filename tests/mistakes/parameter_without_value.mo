// mica simulate
model ParameterWithoutValue
  parameter Real mass;
  Real y = 2*mass;
end ParameterWithoutValue;
