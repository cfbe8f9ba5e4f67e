// mica check
model BooleanSubscript "A dimension is counted by Integers, or by the type that it is declared with"
  type E = enumeration(a, b);
  Real p[E] = {1, 2};
  Real q[3] = {1, 2, 3};
  Real r[Boolean] = {1, 2};
  Real x = p[time > 0.5];
  Real y = q[time > 0.5];
  Real z = r[2];
  Real right = p[E.a] + q[2] + r[time > 0.5];
  function f
    input Real a[3];
    output Real b;
  algorithm
    b := a[true];
  end f;
  Real w = f(q);
end BooleanSubscript;
