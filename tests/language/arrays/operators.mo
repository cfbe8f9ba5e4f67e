// Section 10.6: products, element by element operators, functions of arrays.
// expect: dot at 0 = 32
// expect: mv[2] at 0 = 11
// expect: mm[1,2] at 0 = 10
// expect: p[2,2] at 0 = 22                [1,2;3,4]^2
// expect: e[3] at 0 = 18
// expect: d[2] at 0 = 0.4
// expect: q[2] at 0 = 4
// expect: t[1,2] at 0 = 3
// expect: o[2,3] at 0 = 12
// expect: x[1] at 0 = -3
// expect: tr at 0 = 5
// expect: sk[1,2] at 0 = -3
// expect: mx at 0 = 3
// expect: pr at 0 = 6
// expect: ls[2] at 0 = 0.25
// expect: id at 0 = 3
// expect: dg[2,2] at 0 = 2
// expect: ct[5] at 0 = 5
model Operators
  Real a[3] = {1, 2, 3}, b[3] = {4, 5, 6};
  Real m[2, 2] = [1, 2; 3, 4];
  Real dot = a*b;
  Real mv[2] = m*{1, 2};
  Real mm[2, 2] = m*[1, 2; 3, 4];
  Real p[2, 2] = m^2;
  Real e[3] = a.*b;
  Real d[3] = a./b;
  Real q[3] = a.^2;
  Real t[2, 2] = transpose(m);
  Real o[3, 3] = outerProduct(a, b);
  Real x[3] = cross(a, b);
  Real tr = sum(diag[i] for i in 1:2);
  Real diag[2] = {m[i, i] for i in 1:2};
  Real sk[3, 3] = skew(a);
  Real mx = max(a);
  Real pr = product(a);
  Real ls[5] = linspace(0, 1, 5);
  Real id = sum(identity(3));
  Real dg[3, 3] = diagonal(a);
  Real ct[6] = cat(1, a, b);
end Operators;
