// Relations of time whose time is the start: strict ones are false there and change right after, which fires a when-clause; others are true from the start.
// expect: after at start = false
// expect: after at end = true
// expect: until at start = true
// expect: until at end = false
// expect: n at start = 0
// expect: n at end = 1
// expect: m at end = 0
// options: --stop-time 1
model StrictAtStart
  parameter Real t0 = 0;
  Boolean after = time > t0, until = t0 >= time;
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when after then
    n = pre(n) + 1;
  end when;
  when time >= t0 then
    m = pre(m) + 1;
  end when;
end StrictAtStart;
