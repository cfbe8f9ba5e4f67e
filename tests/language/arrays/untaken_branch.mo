// expect: y at end = 7 +- 1e-12
// A branch that the iterator rules out may name an element that is not there.
model UntakenBranch
  Real x[3] = {1, 2, 4};
  Real d[3];
  Real y = sum(d);
equation
  for i in 1:3 loop
    d[i] = if i == 1 then x[1] else 2*x[i - 1];
  end for;
end UntakenBranch;
