// mica simulate
model DivisionByZeroParameter
  parameter Real period = 0;
  Real y = time/period;
end DivisionByZeroParameter;
