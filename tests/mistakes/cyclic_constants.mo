// mica check
model CyclicConstants
  constant Integer n = m + 1;
  constant Integer m = n - 1;
  Real x[n] = ones(n);
end CyclicConstants;
