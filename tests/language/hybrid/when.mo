// Section 8.3.5: when and elsewhen, a vector of conditions, the order of priority, pre.
// expect: n at 0.95 = 3                   at 0.25, 0.5, 0.75
// expect: a at 0.95 = 1
// expect: b at 0.95 = 2
// expect: last at 0.95 = 2
// options: --interval 0.05
model When
  Integer n(start = 0, fixed = true), a(start = 0, fixed = true), b(start = 0, fixed = true), last(start = 0, fixed = true);
equation
  when {time >= 0.25, time >= 0.5, time >= 0.75} then
    n = pre(n) + 1;
  end when;
  when time >= 0.6 then
    a = 1;
    b = 0;
    last = 1;
  elsewhen time >= 0.7 then
    a = pre(a);
    b = 2;
    last = 2;
  end when;
end When;
