// Must be refused by check (exit code 1): 2147483647 dimensions.
model Promote
  Real x = sum(promote(time, 2147483647));
end Promote;
