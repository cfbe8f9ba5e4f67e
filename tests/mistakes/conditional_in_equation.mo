// mica check
model ConditionalInEquation
  parameter Boolean measured = false;
  Mica.Blocks.Constant c if measured;
  Real y = c.y;
end ConditionalInEquation;
