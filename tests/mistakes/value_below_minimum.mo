// mica simulate
model ValueBelowMinimum
  parameter Real width(min = 0) = -1;
  Real y = width;
end ValueBelowMinimum;
