model Circuit "A battery charges a capacitor through a resistor"
  Mica.Electrical.ConstantVoltage battery(V = 5);
  Mica.Electrical.Resistor resistor(R = 100);
  Mica.Electrical.Capacitor capacitor(C = 0.01, v(start = 0, fixed = true));
  Mica.Electrical.Ground ground;
equation
  connect(battery.p, resistor.p);
  connect(resistor.n, capacitor.p);
  connect(capacitor.n, battery.n);
  connect(battery.n, ground.p);
  annotation (experiment(StopTime = 5));
end Circuit;
