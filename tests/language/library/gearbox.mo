// The ratio of each gear from the teeth of its wheels (Willis: (1 + r) carrier = sun + r ring), where its clutches have long been closed, and
// the balance of energy over the whole cycle.
// Splitter: one to one, or 3/4 with the sun held. Main gearbox: (1 + 2 + 2)/2 with the rear carrier held, (1 + 2)/2 with the suns held, 1 with
// both driven, -2 in reverse. Range: 1 + 2.2 with the ring held, or 1.
// expect: off[1] at 3.75 = 0 +- 1e-4
// expect: off[2] at 5.75 = 0 +- 1e-4
// expect: off[3] at 7.75 = 0 +- 1e-4
// expect: off[4] at 9.75 = 0 +- 1e-4
// expect: off[5] at 11.75 = 0 +- 1e-4
// expect: off[6] at 14.75 = 0 +- 1e-4
// expect: off[7] at 18.75 = 0 +- 1e-4
// expect: off[8] at 23.75 = 0 +- 1e-4
// expect: off[9] at 29.75 = 0 +- 1e-4
// expect: off[10] at 48.75 = 0 +- 1e-4
// expect: bridged at 29.75 = 0 +- 1e-6
// expect: locked at 3.75 = 0 +- 1e-6
// expect: vehicle.w at 1.75 = 0 +- 1e-6
// expect: vehicle.w at end = 0 +- 1e-6
// expect: balance at end = 0 +- 1e-4
// options: --stop-time 52 --interval 0.25 --tolerance 1e-8
model Gearbox
  extends Mica.Examples.Gearbox11;
  parameter Real low = 1 + 2.2;
  parameter Real ratio[10] = {5/2*low, 3/4*5/2*low, 3/2*low, 3/4*3/2*low, low, 3/4*low, 3/4*5/2, 3/2, 3/4*3/2, -2*low};
  Real off[10] = {turbine.w - ratio[i]*tail.w for i in 1:10};
  Real bridged = engine.crank.w - turbine.w;
  Real locked = frontShaft.w - rearShaft.w;
  Real kinetic = (engine.crank.J*engine.crank.w^2 + turbine.J*turbine.w^2 + splitSun.J*splitSun.w^2 + shaft.J*shaft.w^2 + frontRing.J*frontRing.w^2 + suns.J*suns.w^2 + rearCarrier.J*rearCarrier.w^2
    + main.J*main.w^2 + rangeRing.J*rangeRing.w^2 + tail.J*tail.w^2 + frontShaft.J*frontShaft.w^2 + rearShaft.J*rearShaft.w^2 + vehicle.J*vehicle.w^2)/2;
  Real elastic = (frontHalfShafts.c*frontHalfShafts.phi_rel^2 + rearHalfShafts.c*rearHalfShafts.phi_rel^2)/2;
  Real lost = lockUp.tau*lockUp.w_rel + splitDirect.tau*splitDirect.w_rel + splitFast.tau*splitFast.w_rel + drive.tau*drive.w_rel + top.tau*top.w_rel + sunBrake.tau*sunBrake.w_rel
    + carrierBrake.tau*carrierBrake.w_rel + rangeHigh.tau*rangeHigh.w_rel + rangeLow.tau*rangeLow.w_rel + lock.tau*lock.w_rel + brake.tau*brake.w_rel
    + frontHalfShafts.d*frontHalfShafts.w_rel^2 + rearHalfShafts.d*rearHalfShafts.w_rel^2 + coupling.tau*(coupling.w_pump - coupling.w_turbine) + road.flange.tau*road.w;
  Real work(start=0, fixed=true) "Of the engine";
  Real losses(start=0, fixed=true);
  Real balance = (kinetic + elastic + losses - work - engine.crank.J*70^2/2)/(1 + work);
equation
  der(work) = engine.combustion.tau*engine.crank.w;
  der(losses) = lost;
end Gearbox;
