// mica check
model ConnectIncompatible
  Mica.Electrical.Resistor r;
  Mica.Rotational.Inertia j;
equation
  connect(r.p, j.a);
end ConnectIncompatible;
