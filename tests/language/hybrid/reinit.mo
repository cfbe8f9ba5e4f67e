// Section 8.3.6: reinit at a state event. x falls with slope -1 from 1 and is put back to 1 at 0.25: every 0.75 from then on.
// expect: x at 0.5 = 0.5
// expect: x at 1 = 0.75 +- 1e-5
// expect: x at 2 = 0.5 +- 1e-5
// expect: n at 2 = 2
// options: --stop-time 2 --interval 0.25
model Reinit
  Real x(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = -1;
  when x < 0.25 then
    reinit(x, 1);
    n = pre(n) + 1;
  end when;
end Reinit;
