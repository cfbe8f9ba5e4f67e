// Section 8.6: events at one instant go on until nothing changes: a sets b, b sets c, all at 0.5.
// expect: a at 0.5 = true
// expect: b at 0.5 = true
// expect: c at 0.5 = true
// expect: n at 0.5 = 3
// expect: n at 0.4 = 0
// options: --interval 0.1
model EventCascade
  Boolean a(start = false, fixed = true), b(start = false, fixed = true), c(start = false, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  a = time >= 0.5;
  when pre(a) then
    b = true;
  end when;
  when pre(b) then
    c = true;
  end when;
  when {a, b, c} then
    n = pre(n) + 1;
  end when;
end EventCascade;
