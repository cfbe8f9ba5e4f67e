model M
  record R
    Real a[2] = {1, 2};
  end R;
  R r[2](each a = {3, 4});
  Real x = sum(r.a);
end M;
