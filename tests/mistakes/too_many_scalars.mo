// mica check
model TooManyScalars "Sizes and ranges that no memory holds"
  parameter Real x[100000, 100000] = zeros(100000, 100000);
  Real y = x[1, 1];
  Real all = sum(zeros(100000, 100000));
  Real long = sum(i*time for i in 1:2147483647);
  Real wide = sum(i*j*time for i in 1:10000, j in 1:10000);
  Real vector[:] = 1:2147483647;
end TooManyScalars;
