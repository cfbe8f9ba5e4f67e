// mica check
model SubscriptOutOfRange
  Real x[3] = {1, 2, 3};
  Real y = x[4];
  Real z = x[0];
end SubscriptOutOfRange;
