// Must: c.v = 8.7625 +-0.005 at t = 0.1, maximum 9.5107 +-0.005 (C du/dt = max(|vs|-u,0)/Rs - u/R).
model BridgeResistor
  connector Pin Real v; flow Real i; end Pin;
  model Diode Pin p, n; Real s, u, i; Boolean off; equation u = p.v - n.v; i = p.i; p.i + n.i = 0; off = s < 0; u = if off then s else 0; i = if off then 0 else s; end Diode;
  model Switch Pin p, n; input Boolean closed; Real s, u, i; equation u = p.v - n.v; i = p.i; p.i + n.i = 0; u = if closed then 0 else s; i = if closed then s else 0; end Switch;
  model Ind Pin p, n; parameter Real L = 0.01; Real i(start=0, fixed=true); equation i = p.i; p.i + n.i = 0; L*der(i) = p.v - n.v; end Ind;
  model Dc Pin p, n; parameter Real V = 12; equation p.v - n.v = V; p.i + n.i = 0; end Dc;
  model Sine Pin p, n; parameter Real V = 10, f = 50, ph = 0; equation p.v - n.v = V*sin(2*3.141592653589793*f*time + ph); p.i + n.i = 0; end Sine;
  model Res Pin p, n; parameter Real R = 20; equation p.i = (p.v - n.v)/R; p.i + n.i = 0; end Res;
  model Cap Pin p, n; parameter Real C = 2e-4; Real v(start=0, fixed=true); equation v = p.v - n.v; C*der(v) = p.i; p.i + n.i = 0; end Cap;
  model Gnd Pin p; equation p.v = 0; end Gnd;
  Sine s; Res rs(R=1); Diode d1, d2, d3, d4; Cap c(C=1e-3); Res r(R=50); Gnd g;
equation
  connect(s.n, g.p); connect(s.p, rs.p); connect(rs.n, d1.p); connect(rs.n, d3.n); connect(d1.n, d2.n); connect(d2.p, g.p); connect(d3.p, d4.p); connect(d4.n, g.p); connect(d1.n, c.p); connect(c.n, d3.p); connect(c.p, r.p); connect(r.n, c.n);
  annotation (experiment(StopTime=0.1, Interval=1e-4, Tolerance=1e-8));
end BridgeResistor;
