// mica check
model ConnectNoConnector
  Mica.Electrical.Resistor r;
  Mica.Electrical.Ground ground;
  Real x = 1;
equation
  connect(r.p, ground.p);
  connect(r.v, x);
  connect(r.n, ground);
end ConnectNoConnector;
