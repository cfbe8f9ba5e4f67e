// mica simulate
model MissingGround
  Mica.Electrical.ConstantVoltage source(V = 5);
  Mica.Electrical.Resistor r(R = 10);
equation
  connect(source.p, r.p);
  connect(source.n, r.n);
end MissingGround;
