// Must: l.i = 0.07088 +-0.0005 at t = 0.04, maximum 0.6427 +-0.001 (L di/dt = max(vs,0) - R i).
model Freewheel
  connector Pin Real v; flow Real i; end Pin;
  model Diode Pin p, n; Real s, u, i; Boolean off; equation u = p.v - n.v; i = p.i; p.i + n.i = 0; off = s < 0; u = if off then s else 0; i = if off then 0 else s; end Diode;
  model Switch Pin p, n; input Boolean closed; Real s, u, i; equation u = p.v - n.v; i = p.i; p.i + n.i = 0; u = if closed then 0 else s; i = if closed then s else 0; end Switch;
  model Ind Pin p, n; parameter Real L = 0.01; Real i(start=0, fixed=true); equation i = p.i; p.i + n.i = 0; L*der(i) = p.v - n.v; end Ind;
  model Dc Pin p, n; parameter Real V = 12; equation p.v - n.v = V; p.i + n.i = 0; end Dc;
  model Sine Pin p, n; parameter Real V = 10, f = 50, ph = 0; equation p.v - n.v = V*sin(2*3.141592653589793*f*time + ph); p.i + n.i = 0; end Sine;
  model Res Pin p, n; parameter Real R = 20; equation p.i = (p.v - n.v)/R; p.i + n.i = 0; end Res;
  model Cap Pin p, n; parameter Real C = 2e-4; Real v(start=0, fixed=true); equation v = p.v - n.v; C*der(v) = p.i; p.i + n.i = 0; end Cap;
  model Gnd Pin p; equation p.v = 0; end Gnd;
  Sine s; Diode d, f; Ind l(L=0.05); Res r(R=10); Gnd g;
equation
  connect(s.n, g.p); connect(s.p, d.p); connect(d.n, l.p); connect(f.n, l.p); connect(f.p, g.p); connect(l.n, r.p); connect(r.n, g.p);
  annotation (experiment(StopTime=0.04, Interval=1e-4, Tolerance=1e-8));
end Freewheel;
