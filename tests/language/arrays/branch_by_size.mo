// expect: y at end = 13 +- 1e-12
// A branch that a structural parameter rules out may name an element that is not there: behind the last one, by a size and by what follows from it.
model BranchBySize
  parameter Integer n = 3;
  parameter Integer m = n + 1 annotation (Evaluate = true);
  Real x[n] = {1, 2, 4};
  Real d[n], e[n];
  Real y = sum(d) + e[1];
equation
  for i in 1:n loop
    d[i] = if i == n then x[i] else x[i + 1];
    e[i] = if i + 1 < m then d[i] + x[i] else x[m - 1];
  end for;
end BranchBySize;
