// mica check
model IntegerEqualsReal
  Integer n;
  Real y = 2*time;
equation
  n = y;
end IntegerEqualsReal;
