// A switch that closes at 1 and connects a charged capacitor to a resistor: exp(-(t - 1)) from then on. Ideal: no current before.
// expect: c.v at 0.5 = 1
// expect: c.v at 2 = 0.3678794412 +- 1e-5
// expect: s.i at 0.5 = 0
// expect: s.v at 2 = 0
// options: --stop-time 2 --interval 0.5
model SwitchTest
  Mica.Electrical.Capacitor c(C = 1, v(start = 1, fixed = true));
  Mica.Electrical.IdealSwitch s(closed = time > 1);
  Mica.Electrical.Resistor r(R = 1);
  Mica.Electrical.Ground ground;
equation
  connect(c.p, s.p);
  connect(s.n, r.p);
  connect(r.n, ground.p);
  connect(c.n, ground.p);
end SwitchTest;
