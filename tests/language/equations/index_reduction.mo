// Pantelides: two inertias on one rigid shaft have one angle between them. (J1 + J2)*w' = 1, so w = t/5 and phi = t^2/10.
// expect: a.w at 1 = 0.2
// expect: b.phi at 1 = 0.1
// expect: a.b.tau at 1 = -0.6             accelerates b: 3*0.2
model IndexReduction
  Mica.Rotational.Inertia a(J = 2, phi(start = 0, fixed = true), w(start = 0, fixed = true)), b(J = 3);
  Mica.Rotational.TorqueSource drive;
  Mica.Blocks.Constant one(k = 1);
equation
  connect(one.y, drive.tau);
  connect(drive.flange, a.a);
  connect(a.b, b.a);
end IndexReduction;
