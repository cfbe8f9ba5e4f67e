// mica check
model EqualsInAlgorithm
  Real x;
algorithm
  x = 1;
end EqualsInAlgorithm;
