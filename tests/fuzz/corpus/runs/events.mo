model M
  Real x(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = -x;
  when {x < 0.5, sample(0.1, 0.2)} then
    n = pre(n) + 1;
  end when;
end M;
