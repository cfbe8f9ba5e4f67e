// Electrical, rotational and signal parts together. The exact solution of
// L*i' = V - R*i - k*w, J*w' = k*i with R = 1, L = 0.5, k = 1, J = 0.5, V = 12 has poles at -1 ± i*sqrt(3):
// w = 12*(1 - exp(-t)*(cos(s*t) + sin(s*t)/s)), s = sqrt(3).
// expect: load.w at 1 = 10.193107618 +- 1e-5
// expect: speed.w at 3 = 12.027473928 +- 1e-5
// options: --stop-time 3 --interval 0.5 --tolerance 1e-8
model DCMotor
  Mica.Electrical.StepVoltage source(V = 12);
  Mica.Electrical.Resistor r(R = 1);
  Mica.Electrical.Inductor l(L = 0.5, i(start = 0, fixed = true));
  Mica.Electrical.RotationalEMF emf(k = 1);
  Mica.Electrical.Ground ground;
  Mica.Rotational.Inertia load(J = 0.5, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Mica.Rotational.SpeedSensor speed;
equation
  connect(source.p, r.p);
  connect(r.n, l.p);
  connect(l.n, emf.p);
  connect(emf.n, source.n);
  connect(source.n, ground.p);
  connect(emf.flange, load.a);
  connect(load.b, speed.flange);
end DCMotor;
