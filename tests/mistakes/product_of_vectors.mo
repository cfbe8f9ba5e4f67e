// mica check
model ProductOfVectors
  Real a[3] = {1, 2, 3}, b[2] = {1, 2};
  Real y = a*b;
  Real z[3] = a + b;
end ProductOfVectors;
