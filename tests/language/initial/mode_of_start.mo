// A relation inside a system has at the start the value that the start values give: w = 0 must not be divided by.
// expect: s at start = 1
// expect: s at 1 = 0.3333333333          1 = s + s/0.5
// options: --interval 0.25
model ModeOfStart
  Real w = max(0, time - 0.5);
  Real s(start = 0), v;
equation
  v = if w < 1e-9 then 0 else s/w;
  1 = s + v;
end ModeOfStart;
