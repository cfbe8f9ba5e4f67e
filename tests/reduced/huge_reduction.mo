// Must be refused at once (exit code 1), as a loop over as long a range in a function is ('the range is too long').
model HugeReduction
  parameter Real n[4] = {1, 2, 3, 4};
  Real y = sum(i*n[1]*time for i in 1:2147483647);
end HugeReduction;
