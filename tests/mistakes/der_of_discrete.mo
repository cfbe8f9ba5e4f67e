// mica check
model DerOfDiscrete
  parameter Real p = 2;
  Integer n = 3;
  Boolean b = true;
  Real x = der(n);
  Real y = der(b);
end DerOfDiscrete;
