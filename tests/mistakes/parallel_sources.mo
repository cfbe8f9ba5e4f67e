// mica simulate
model ParallelSources
  Mica.Electrical.ConstantVoltage a(V = 5), b(V = 6);
  Mica.Electrical.Ground ground;
equation
  connect(a.p, b.p);
  connect(a.n, b.n);
  connect(a.n, ground.p);
end ParallelSources;
