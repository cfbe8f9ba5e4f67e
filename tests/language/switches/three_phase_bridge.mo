// Six ideal diodes without leakage at three ideal sources, with a resistor: the voltage is the largest of the three less the smallest.
// expect: load.v at 0.001 = 16.4727820709 +- 1e-3
// expect: load.v at 0.0123 = 16.4158303995 +- 1e-3
// expect: load.v at 0.0185 = 15.4326856977 +- 1e-3
// options: --stop-time 0.02 --interval 1e-4
model ThreePhaseBridge
  Mica.Electrical.SineVoltage s[3](each V = 10, each f = 50, phase = {0, -2.0943951023931953, 2.0943951023931953});
  Mica.Electrical.IdealDiode up[3], down[3];
  Mica.Electrical.Resistor load(R = 10);
  Mica.Electrical.Ground ground;
equation
  for k in 1:3 loop
    connect(s[k].n, ground.p);
    connect(s[k].p, up[k].p);
    connect(up[k].n, load.p);
    connect(s[k].p, down[k].n);
    connect(down[k].p, load.n);
  end for;
end ThreePhaseBridge;
