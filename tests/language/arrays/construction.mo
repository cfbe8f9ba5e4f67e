// Sections 10.4 and 10.5: constructors, ranges, concatenation, slices, end.
// expect: a[3] at 0 = 3
// expect: m[2,1] at 0 = 3
// expect: c[2,3] at 0 = 6
// expect: r[4] at 0 = 2.5
// expect: s[1] at 0 = 2
// expect: s[2] at 0 = 3
// expect: col[2] at 0 = 4
// expect: l at 0 = 4
// expect: z at 0 = 0
// expect: st[2] at 0 = 6
model Construction
  parameter Integer n = 3;
  Real a[n] = {1, 2, 3};
  Real m[2, 2] = [1, 2; 3, 4];
  Real c[2, 3] = [m, {5, 6}];
  Real r[:] = 1:0.5:3;
  Real s[2] = a[2:end];
  Real col[2] = m[:, 2];
  Real l = m[end, end];
  Real empty[0] = fill(1.0, 0);
  Real z = sum(empty);
  Real big[6] = {1, 2, 3, 4, 5, 6};
  Real st[3] = big[{2, 6, 1}];
end Construction;
