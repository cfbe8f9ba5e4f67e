// mica check
model MissingSemicolon
  parameter Real a = 1
  parameter Real b = 2;
  Real x = a + b;
end MissingSemicolon;
