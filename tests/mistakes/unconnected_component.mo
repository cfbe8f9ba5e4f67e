// mica check
model UnconnectedComponent "Of three resistors one was forgotten"
  Mica.Electrical.ConstantVoltage battery(V = 5);
  Mica.Electrical.Resistor load(R = 10), spare[2](each R = 1);
  Mica.Electrical.Ground ground;
equation
  connect(battery.p, load.p);
  connect(load.n, battery.n);
  connect(battery.n, ground.p);
  connect(spare[2].p, battery.p);
  connect(spare[2].n, battery.n);
end UnconnectedComponent;
