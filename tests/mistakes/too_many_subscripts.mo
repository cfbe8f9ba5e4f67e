// mica check
model TooManySubscripts
  Real x[3] = {1, 2, 3};
  Real s = 1;
  Real y = x[1, 2];
  Real z = s[1];
end TooManySubscripts;
