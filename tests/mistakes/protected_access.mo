// mica check
model ProtectedAccess
  Mica.Electrical.IdealDiode diode;
  Mica.Electrical.Ground ground;
  Real y = diode.s;
equation
  connect(diode.p, ground.p);
  connect(diode.n, ground.p);
end ProtectedAccess;
