// mica check
model HabitsOfOtherLanguages
  Real x(start = 1), y, z;
  Boolean b;
equation
  der(x) = -x**2;
  y = x != 0 ? 1 : 2;
  b = x > 1 && y < 2;
  z += 1;
end HabitsOfOtherLanguages;
