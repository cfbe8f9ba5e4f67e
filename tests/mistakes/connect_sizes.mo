// mica check
model ConnectSizes
  Mica.Electrical.Resistor r[3];
  Mica.Electrical.Ground ground[2];
equation
  connect(r.p, ground.p);
end ConnectSizes;
