// A mixed system of four diodes at once: the bridge gives the absolute value of the voltage to a resistor.
// expect: load.v at 0.005 = 10 +- 1e-5
// expect: load.v at 0.015 = 10 +- 1e-5
// expect: load.v at 0.0125 = 7.0710678119 +- 1e-5
// options: --stop-time 0.02 --interval 0.0025
model DiodeBridge
  Mica.Electrical.SineVoltage source(V = 10, f = 50);
  Mica.Electrical.IdealDiode d[4](each Ron = 1e-6, each Goff = 1e-6);
  Mica.Electrical.Resistor load(R = 10);
  Mica.Electrical.Ground ground;
equation
  connect(source.p, d[1].p);
  connect(source.p, d[2].n);
  connect(source.n, d[3].p);
  connect(source.n, d[4].n);
  connect(d[1].n, load.p);
  connect(d[3].n, load.p);
  connect(d[2].p, load.n);
  connect(d[4].p, load.n);
  connect(load.n, ground.p);
end DiodeBridge;
