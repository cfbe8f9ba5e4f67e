// mica check
model WrongEnd
  Real x = 1;
end WrongEdn;
