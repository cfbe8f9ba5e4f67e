// Two ideal diodes in parallel, without any resistance: they share the current alike, as two that leak alike do.
// expect: d1.i at 1 = 0.4207354924 +- 1e-9     sin(1)/2
// expect: d2.i at 1 = 0.4207354924 +- 1e-9
// expect: d1.v at 4 = -0.7568024953 +- 1e-9
// expect: d2.i at 4 = 0 +- 1e-12
// options: --stop-time 5 --interval 0.1
model ParallelDiodes
  Mica.Electrical.SineVoltage source(V = 1, f = 0.15915494309189535);
  Mica.Electrical.IdealDiode d1, d2;
  Mica.Electrical.Resistor load(R = 1);
  Mica.Electrical.Ground ground;
equation
  connect(source.p, d1.p);
  connect(source.p, d2.p);
  connect(d1.n, load.p);
  connect(d2.n, load.p);
  connect(load.n, ground.p);
  connect(source.n, ground.p);
end ParallelDiodes;
