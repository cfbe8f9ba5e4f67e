// A gear of ratio 2: seen from its driven side the inertia of the other counts a quarter. (1 + 4/4)*w' = 1.
// expect: fast.w at 1 = 0.5
// expect: slow.w at 1 = 0.25
// expect: gear.b.tau at 1 = -1
model GearTest
  Mica.Blocks.Constant one(k = 1);
  Mica.Rotational.TorqueSource drive;
  Mica.Rotational.Inertia fast(J = 1, phi(start = 0, fixed = true), w(start = 0, fixed = true)), slow(J = 4);
  Mica.Rotational.Gear gear(ratio = 2);
equation
  connect(one.y, drive.tau);
  connect(drive.flange, fast.a);
  connect(fast.b, gear.a);
  connect(gear.b, slow.a);
end GearTest;
