// mica check
model DuplicateDeclaration
  Real x = 1;
  parameter Real k = 2;
  Real x = 2;
end DuplicateDeclaration;
