// A damped torsional pendulum: phi'' = -4*phi - 0.4*phi'. phi = exp(-0.2*t)*(cos(w*t) + 0.2/w*sin(w*t)), w = sqrt(3.96); once with the parts
// apart and once in one component.
// expect: a.phi at 2 = -0.4983256022 +- 1e-5
// expect: b.phi at 2 = -0.4983256022 +- 1e-5
// options: --stop-time 2 --interval 0.5 --tolerance 1e-8
model SpringDamperTest
  Mica.Rotational.Fixed wall;
  Mica.Rotational.Inertia a(J = 1, phi(start = 1, fixed = true), w(start = 0, fixed = true)), b(J = 1, phi(start = 1, fixed = true), w(start = 0, fixed = true));
  Mica.Rotational.Spring spring(c = 4);
  Mica.Rotational.Damper damper(d = 0.4);
  Mica.Rotational.SpringDamper both(c = 4, d = 0.4);
equation
  connect(wall.flange, spring.a);
  connect(wall.flange, damper.a);
  connect(spring.b, a.a);
  connect(damper.b, a.a);
  connect(wall.flange, both.a);
  connect(both.b, b.a);
end SpringDamperTest;
