// mica check
model WrongOperand
  parameter String name = "a";
  Boolean b = true;
  Real x = name + 1;
  Real y = 2*b;
  Boolean c = 1 < true;
end WrongOperand;
