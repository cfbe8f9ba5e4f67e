model BridgeWithoutSourceResistance "Three ideal sources on six ideal diodes and an inductive load: while it commutates, two sources are in parallel"
  Mica.Electrical.SineVoltage s[3](each V=10, each f=50, phase={0, -2, 2}*Mica.Constants.pi/3);
  Mica.Electrical.IdealDiode upper[3];
  Mica.Electrical.IdealDiode lower[3];
  Mica.Electrical.Inductor l(L=0.02, i(start=0, fixed=true));
  Mica.Electrical.Resistor r(R=5);
  Mica.Electrical.Ground g;
  Real charge(start=0, fixed=true) "Of the fifth period";
equation
  der(charge) = if time < 0.08 then 0 else l.i;
  for k in 1:3 loop
    connect(s[k].n, g.p);
    connect(s[k].p, upper[k].p);
    connect(s[k].p, lower[k].n);
    connect(upper[k].n, l.p);
    connect(lower[k].p, r.n);
  end for;
  connect(l.n, r.p);
  annotation (experiment(StopTime=0.1, Interval=1e-4, Tolerance=1e-8));
end BridgeWithoutSourceResistance;
