// One pulse of a converter without any loss. While the switch is closed, 1 ms, the current grows to V*t/L = 12 A; then the diode takes it over into the
// capacitor, a quarter of a period, until it has gone: v = -12 A*sqrt(L/C) = -12 V. From then on both block, the current is no state any more, and the voltage stays.
// expect: l.i at 0.0005 = 6 +- 1e-4
// expect: l.i at 0.001 = 12 +- 1e-3
// expect: l.i at 0.002 = 6.4836276704 +- 2e-3     12*cos(1)
// expect: c.v at 0.002 = -10.0976518177 +- 2e-3   -12*sin(1)
// expect: c.v at 0.005 = -12 +- 2e-3
// expect: l.i at 0.005 = 0 +- 1e-6
// expect: l.v at 0.005 = 0 +- 1e-3
// expect-stderr: is put into the equations
// expect-stderr: warning W6508: the method cvode is replaced by inline-sdirk4: l.i, c.v are fixed by a switch
// options: --stop-time 0.005 --interval 1e-5 --tolerance 1e-8
model InvertingConverter
  Mica.Electrical.ConstantVoltage source(V = 12);
  Mica.Electrical.IdealSwitch switch(closed = time < 1e-3);
  Mica.Electrical.Inductor l(L = 1e-3, i(start = 0, fixed = true));
  Mica.Electrical.IdealDiode diode;
  Mica.Electrical.Capacitor c(C = 1e-3, v(start = 0, fixed = true));
  Mica.Electrical.Ground ground;
equation
  connect(source.p, switch.p);
  connect(switch.n, l.p);
  connect(l.n, ground.p);
  connect(diode.n, l.p);
  connect(diode.p, c.p);
  connect(c.n, ground.p);
  connect(source.n, ground.p);
end InvertingConverter;
