// The clocked operators take records whole. Ticks at 0, 0.1, …: r.a is 2, 3, 4, …, previous(r) one tick behind, at first the start values.
// expect: s.a at 0.05 = 1
// expect: s.b at 0.05 = 2
// expect: s.a at 0.25 = 3
// expect: s.b at 0.25 = 6
// expect: t.b at 0.25 = 8
model Records
  record R
    Real a(start = 1), b(start = 2);
  end R;
  R r, s, t;
equation
  when Clock(1, 10) then
    r.a = previous(r.a) + 1;
    r.b = 2*r.a;
    s = previous(r);
  end when;
  t = hold(r);
end Records;
