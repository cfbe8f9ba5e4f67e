// Must be refused by check (exit code 1): reinit stands in a when clause only, and for states only.
model ReinitOutsideWhen
  Real m[2, 2] = [1, 2; 3, 4];
algorithm
  reinit(m, m);
end ReinitOutsideWhen;
