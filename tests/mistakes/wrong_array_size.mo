// mica check
model WrongArraySize
  parameter Real a[3] = {1, 2};
  Real x[2];
  Real m[2, 3] = zeros(3, 2);
equation
  x = {1, 2, 3};
end WrongArraySize;
