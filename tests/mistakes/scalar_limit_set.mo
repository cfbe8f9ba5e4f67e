// mica check --limit-scalars 100
model ScalarLimitSet "A limit of one's own: 60 and 50 scalars are one too many"
  Real x[60] = fill(time, 60);
  Real y[50] = fill(time, 50);
end ScalarLimitSet;
