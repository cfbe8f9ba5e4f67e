// mica check
model AssignmentInEquation
  Real x, y;
equation
  x := 1;
  y == 2;
end AssignmentInEquation;
