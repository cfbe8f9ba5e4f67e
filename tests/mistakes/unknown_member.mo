// mica check
model UnknownMember
  Mica.Electrical.Resistor r(R = 1);
  Mica.Electrical.Ground ground;
  Real y = r.p.volt;
equation
  connect(r.p, ground.p);
  connect(r.n, ground.p);
end UnknownMember;
