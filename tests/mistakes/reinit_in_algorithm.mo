// mica check
model ReinitInAlgorithm "reinit stands inside when, and is of Real variables"
  Real m[2, 2] = [1, 2; 3, 4];
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
algorithm
  reinit(m, m);
  reinit(x, 0);
  when x > 0.5 then
    reinit(n, 1);
    n := pre(n) + 1;
    reinit(x, expr = 0);
  end when;
end ReinitInAlgorithm;
