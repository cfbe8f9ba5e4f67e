// Must be refused at once (exit code 1) with the number of scalars.
model HugeArray
  parameter Real x[100000, 100000] = zeros(100000, 100000);
  Real y = x[1, 1];
end HugeArray;
