// Equations of a clock are solved like any others: a linear system (a + b = n, a - b = 2) and x^3 + x = n, where n counts ticks.
// expect: n at 0.25 = 3
// expect: a at 0.25 = 2.5
// expect: b at 0.25 = 0.5
// expect: x at 0.95 = 2          2^3 + 2 = 10
// expect: y at 0.95 = 2
model Simultaneous
  Real n(start = 0), a, b, x(start = 1), y;
equation
  when Clock(1, 10) then
    n = previous(n) + 1;
    a + b = n;
    a - b = 2;
    x^3 + x = n;
  end when;
  y = hold(x);
end Simultaneous;
