// mica check
model UnknownVariable
  Real height = 2;
  Real y = 3*heigth;
end UnknownVariable;
