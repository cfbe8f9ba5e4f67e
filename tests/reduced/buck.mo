// Must: c.v = 8.778 +-0.005 at t = 0.02 (discontinuous conduction: the current is fixed at 0 between pulses), maximum 9.5147.
model Buck
  connector Pin Real v; flow Real i; end Pin;
  model Diode Pin p, n; Real s, u, i; Boolean off; equation u = p.v - n.v; i = p.i; p.i + n.i = 0; off = s < 0; u = if off then s else 0; i = if off then 0 else s; end Diode;
  model Switch Pin p, n; input Boolean closed; Real s, u, i; equation u = p.v - n.v; i = p.i; p.i + n.i = 0; u = if closed then 0 else s; i = if closed then s else 0; end Switch;
  model Ind Pin p, n; parameter Real L = 0.01; Real i(start=0, fixed=true); equation i = p.i; p.i + n.i = 0; L*der(i) = p.v - n.v; end Ind;
  model Dc Pin p, n; parameter Real V = 12; equation p.v - n.v = V; p.i + n.i = 0; end Dc;
  model Sine Pin p, n; parameter Real V = 10, f = 50, ph = 0; equation p.v - n.v = V*sin(2*3.141592653589793*f*time + ph); p.i + n.i = 0; end Sine;
  model Res Pin p, n; parameter Real R = 20; equation p.i = (p.v - n.v)/R; p.i + n.i = 0; end Res;
  model Cap Pin p, n; parameter Real C = 2e-4; Real v(start=0, fixed=true); equation v = p.v - n.v; C*der(v) = p.i; p.i + n.i = 0; end Cap;
  model Gnd Pin p; equation p.v = 0; end Gnd;
  parameter Real f = 20e3, D = 0.4;
  Boolean on = mod(time*f, 1) < D;
  Dc s; Ind l(L=100e-6); Diode d; Switch sw(closed=on); Cap c(C=100e-6); Res r(R=50); Gnd g;
equation
  connect(s.n, g.p); connect(s.p, sw.p); connect(sw.n, l.p); connect(d.n, l.p); connect(d.p, g.p); connect(l.n, c.p); connect(c.n, g.p); connect(l.n, r.p); connect(r.n, g.p);
  annotation (experiment(StopTime=0.02, Interval=1e-6, Tolerance=1e-7));
end Buck;
