// mica check
model WrongType
  Real x = true;
  Integer n = 2.5;
  Boolean b = 1;
  String s = 3;
end WrongType;
