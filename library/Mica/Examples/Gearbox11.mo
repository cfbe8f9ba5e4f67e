within Mica.Examples;
model Gearbox11 "A lorry with an automatic gearbox of twelve gears and eleven clutches, over a drive cycle"
  extends Icons.Example;
  parameter Real splitRatio = 3 "Ring to sun of the splitter";
  parameter Real frontRatio = 2 "Ring to sun of the front set of the main gearbox";
  parameter Real rearRatio = 2 "Ring to sun of the rear set of the main gearbox";
  parameter Real rangeRatio = 2.2 "Ring to sun of the range set";
  parameter Real axleRatio = 4 "Of both axles";
  parameter Real tyreRatio = 1.01 "Radius of the rear tyres divided by that of the front tyres";
  // time, throttle, and the clutches in the order in which they are declared
  parameter Real cycle[:, 13] = [
    0, 0.0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1; // neutral, the brake holds
    1, 0.0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 1, 1; // first gear
    2, 0.8, 0, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0; // goes off
    4, 0.9, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0; // second
    6, 0.9, 1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0; // third; the coupling is locked, the differential is free
    8, 0.9, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0; // fourth
    10, 0.9, 1, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0; // fifth
    12, 1.0, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 0; // sixth
    15, 1.0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0; // eighth: the range changes
    19, 1.0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0; // ninth
    24, 1.0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0; // tenth
    30, 0.0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0; // rolls
    31, 0.0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0.5; // ninth, brakes
    33, 0.0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0.5; // eighth
    35, 0.0, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 0.5; // sixth: the range changes back
    37, 0.0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0.5; // fourth
    40, 0.0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0.5; // first, the coupling is free
    43, 0.0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1; // neutral
    44, 0.0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 1, 1; // reverse
    45, 0.6, 0, 1, 0, 0, 1, 0, 1, 0, 1, 1, 0; // goes backward
    49, 0.0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]; // stops

  Blocks.Schedule driver(table=cycle);
  Engine engine;
  Rotational.FluidCoupling coupling(k=0.04);
  Rotational.Inertia turbine(J=0.3, w(start=0, fixed=true), phi(start=0, fixed=true));
  Rotational.Clutch lockUp(tau_max=2000) "Bridges the coupling";

  Rotational.Planetary split(ratio=splitRatio);
  Rotational.Inertia splitSun(J=0.05, w(start=0, fixed=true), phi(start=0, fixed=true));
  Rotational.Clutch splitDirect(tau_max=1200) "Splitter one to one";
  Rotational.Brake splitFast(tau_max=1200) "Splitter into fast";
  Rotational.Inertia shaft(J=0.1, w(stateSelect=StateSelect.default), phi(stateSelect=StateSelect.default)) "Into the main gearbox";

  Rotational.Clutch drive(tau_max=2000) "Drives the ring of the front set";
  Rotational.Clutch top(tau_max=2000) "Drives both suns: direct, or reverse";
  Rotational.Brake sunBrake(tau_max=2000) "Holds both suns";
  Rotational.Brake carrierBrake(tau_max=4000) "Holds the rear carrier";
  Rotational.Planetary front(ratio=frontRatio);
  Rotational.Planetary rear(ratio=rearRatio);
  Rotational.Inertia frontRing(J=0.08, w(start=0, fixed=true), phi(start=0, fixed=true));
  Rotational.Inertia suns(J=0.06, w(start=0, fixed=true), phi(start=0, fixed=true));
  Rotational.Inertia rearCarrier(J=0.1, w(stateSelect=StateSelect.default), phi(stateSelect=StateSelect.default));
  Rotational.Inertia main(J=0.1, w(stateSelect=StateSelect.default), phi(stateSelect=StateSelect.default)) "Out of the main gearbox";

  Rotational.Planetary range(ratio=rangeRatio);
  Rotational.Clutch rangeHigh(tau_max=4000) "Range one to one";
  Rotational.Brake rangeLow(tau_max=6000) "Range into slow";
  Rotational.Inertia rangeRing(J=0.15, w(stateSelect=StateSelect.default), phi(stateSelect=StateSelect.default));
  Rotational.Inertia tail(J=0.2, w(start=0, fixed=true), phi(start=0, fixed=true)) "Out of the gearbox";

  Rotational.Planetary centre(ratio=2) "Differential between the axles";
  Rotational.Clutch lock(tau_max=3000) "Locks the differential";
  Rotational.Inertia frontShaft(J=0.1, w(start=0, fixed=true), phi(start=0, fixed=true));
  Rotational.Inertia rearShaft(J=0.1, w(stateSelect=StateSelect.default), phi(stateSelect=StateSelect.default));
  Rotational.Gear frontAxle(ratio=axleRatio*tyreRatio);
  Rotational.Gear rearAxle(ratio=axleRatio);
  Rotational.SpringDamper frontHalfShafts(c=3e4, d=300, phi_rel(stateSelect=StateSelect.default), w_rel(stateSelect=StateSelect.default));
  Rotational.SpringDamper rearHalfShafts(c=6e4, d=600, phi_rel(stateSelect=StateSelect.default), w_rel(stateSelect=StateSelect.default));
  Rotational.Inertia vehicle(J=2000, w(start=0, fixed=true), phi(start=0, fixed=true)) "Mass of the lorry at its wheels";
  Rotational.Brake brake(tau_max=12000) "Of the wheels";
  Rotational.RoadLoad road(rolling=300, air=0.8);

  model Engine "An engine with a governor of its idle speed and of its highest speed"
    parameter Units.Torque tau_full = 700 "Torque of full throttle";
    parameter Units.AngularVelocity w_idle = 70 "Idle speed";
    parameter Units.AngularVelocity w_top = 260 "Highest speed";
    parameter Units.AngularVelocity band = 20 "Range of speed in which a governor goes from nothing to all";
    parameter Units.RotationalDamping drag = 0.3 "Torque of drag divided by the speed";
    Blocks.RealInput throttle "0 to 1";
    Rotational.Flange flange;
    Rotational.Inertia crank(J=1.2, w(start=70, fixed=true), phi(start=0, fixed=true));
    Rotational.TorqueSource combustion(tau=tau_full*governed - drag*crank.w);
    Real governed "Throttle after the governors";
  equation
    governed = noEvent(min(1, max(0, max(throttle, (w_idle + band - crank.w)/(2*band)))*min(1, max(0, (w_top - crank.w)/band))));
    connect(combustion.flange, crank.a);
    connect(crank.b, flange);
  end Engine;
equation
  connect(engine.flange, coupling.a);
  connect(coupling.b, turbine.a);
  connect(engine.flange, lockUp.a);
  connect(lockUp.b, turbine.a);

  connect(turbine.b, split.carrier);
  connect(split.sun, splitSun.a);
  connect(splitSun.b, splitFast.flange);
  connect(splitDirect.a, turbine.b);
  connect(splitDirect.b, splitSun.b);
  connect(split.ring, shaft.a);

  connect(shaft.b, drive.a);
  connect(shaft.b, top.a);
  connect(drive.b, frontRing.a);
  connect(top.b, suns.a);
  connect(suns.b, sunBrake.flange);
  connect(frontRing.b, front.ring);
  connect(suns.b, front.sun);
  connect(suns.b, rear.sun);
  connect(rear.carrier, rearCarrier.a);
  connect(rearCarrier.b, carrierBrake.flange);
  connect(front.carrier, main.a);
  connect(rear.ring, main.a);

  connect(main.b, range.sun);
  connect(range.ring, rangeRing.a);
  connect(rangeRing.b, rangeLow.flange);
  connect(rangeHigh.a, rangeRing.b);
  connect(rangeHigh.b, tail.a);
  connect(range.carrier, tail.a);

  connect(tail.b, centre.carrier);
  connect(centre.sun, frontShaft.a);
  connect(centre.ring, rearShaft.a);
  connect(lock.a, frontShaft.a);
  connect(lock.b, rearShaft.a);
  connect(frontShaft.b, frontAxle.a);
  connect(rearShaft.b, rearAxle.a);
  connect(frontAxle.b, frontHalfShafts.a);
  connect(rearAxle.b, rearHalfShafts.a);
  connect(frontHalfShafts.b, vehicle.a);
  connect(rearHalfShafts.b, vehicle.a);
  connect(vehicle.b, brake.flange);
  connect(vehicle.b, road.flange);

  connect(driver.y[1], engine.throttle);
  connect(driver.y[2], lockUp.u);
  connect(driver.y[3], splitDirect.u);
  connect(driver.y[4], splitFast.u);
  connect(driver.y[5], drive.u);
  connect(driver.y[6], top.u);
  connect(driver.y[7], sunBrake.u);
  connect(driver.y[8], carrierBrake.u);
  connect(driver.y[9], rangeHigh.u);
  connect(driver.y[10], rangeLow.u);
  connect(driver.y[11], lock.u);
  connect(driver.y[12], brake.u);
  annotation (
    experiment(StopTime=52, Interval=0.02, Tolerance=1e-6),
    Documentation(info="<html>
<p>An engine drives a splitter of two gears, a main gearbox of three gears and a reverse gear (a Simpson set: two planetary sets with one sun), and a range set of two gears; behind it a differential
with a lock drives two axles. Eleven clutches and brakes hold it together, each open, sliding to either side or stuck. Over the drive cycle the lorry goes off, shifts up seven times, brakes,
shifts down to first gear, stops, and goes backward. Of the many thousand modes that eleven clutches could have, some tens occur.</p>
<table>
<tr><th>part</th><th>closed</th><th>speed in divided by speed out</th></tr>
<tr><td>splitter</td><td>splitDirect</td><td>1</td></tr>
<tr><td></td><td>splitFast</td><td>r/(1 + r), r = splitRatio</td></tr>
<tr><td>main gearbox</td><td>drive, carrierBrake</td><td>(1 + f + r)/f, f = frontRatio, r = rearRatio</td></tr>
<tr><td></td><td>drive, sunBrake</td><td>(1 + f)/f</td></tr>
<tr><td></td><td>drive, top</td><td>1</td></tr>
<tr><td></td><td>top, carrierBrake</td><td>-r</td></tr>
<tr><td>range</td><td>rangeLow</td><td>1 + rangeRatio</td></tr>
<tr><td></td><td>rangeHigh</td><td>1</td></tr>
</table>
<p>Try <code>--method inline-euler --step 1e-4</code>: one step takes a few microseconds, changes of mode included.</p>
<p>A gearbox with eleven clutches is the example of real-time simulation in Mattsson, Otter, Elmqvist: <em>Modelica Hybrid Modeling and Efficient Simulation</em>, 1999; this one has another layout.</p>
</html>"));
end Gearbox11;
