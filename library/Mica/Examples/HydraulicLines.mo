within Mica.Examples;
model HydraulicLines "Brake behind two lines of three metres, with fast valves: pressure waves, and a stiff model"
  extends Icons.Example;
  Hydraulic.FixedPressure pump(p=15e6) annotation (Placement(transformation(extent={{-100, 30}, {-80, 50}})));
  Hydraulic.FixedPressure tank annotation (Placement(transformation(extent={{-100, -60}, {-80, -40}})));
  Hydraulic.Valve inlet(A=0.6e-6) annotation (Placement(transformation(extent={{-70, 30}, {-50, 50}})));
  Hydraulic.Valve outlet(A=0.6e-6) annotation (Placement(transformation(extent={{-70, -60}, {-50, -40}})));
  Hydraulic.Volume manifold(V=2e-6) "Between the valves of the modulator" annotation (Placement(transformation(extent={{-50, 0}, {-30, 20}})));
  Hydraulic.Line first annotation (Placement(transformation(extent={{-30, -10}, {-10, 10}})));
  Hydraulic.Volume middle(V=0.4e-6) annotation (Placement(transformation(extent={{-5, 10}, {15, 30}})));
  Hydraulic.Valve hold(A=0.8e-6) annotation (Placement(transformation(extent={{10, -10}, {30, 10}})));
  Hydraulic.Volume behind(V=0.1e-6) annotation (Placement(transformation(extent={{30, 10}, {50, 30}})));
  Hydraulic.Valve release(A=0.3e-6) annotation (Placement(transformation(extent={{30, -60}, {10, -40}})));
  Hydraulic.Line second annotation (Placement(transformation(extent={{45, -10}, {65, 10}})));
  Hydraulic.Cylinder brake annotation (Placement(transformation(extent={{75, -10}, {95, 10}})));
equation
  connect(pump.port, inlet.a);
  connect(inlet.b, manifold.port);
  connect(outlet.a, manifold.port);
  connect(outlet.b, tank.port);
  connect(manifold.port, first.a);
  connect(first.b, middle.port);
  connect(middle.port, hold.a);
  connect(hold.b, behind.port);
  connect(release.a, behind.port);
  connect(release.b, tank.port);
  connect(behind.port, second.a);
  connect(second.b, brake.port);
  inlet.u = if time > 0.05 and time < 0.25 or time > 0.45 and time < 0.5 or time > 0.55 and time < 0.6 then 1 else 0;
  outlet.u = if time > 0.3 and time < 0.4 or time > 0.8 then 1 else 0;
  hold.u = if time > 0.65 and time < 0.75 then 0 else 1;
  release.u = if time > 0.68 and time < 0.72 or time > 0.85 then 1 else 0;
  annotation (
    experiment(StopTime=1, Interval=1e-3, Tolerance=1e-6),
    Documentation(info="<html>
<p>A modulator with fast valves fills and empties a brake through two lines, each of 15 segments with five states: 162 states in all. Pressure waves run in the lines at 1300 m/s, and small volumes
behind the valves settle within microseconds, so that an explicit method needs steps of 0.001 ms.</p>
<p>Try <code>--method inline-rk3 --step 5e-4</code>: of the 162 equations of a step, 21 are left to be solved numerically; all others follow from these in formulas.</p>
<p>A brake behind two lines of 15 segments is an example of inline integration at Toyota, 2002; this one is built from other components.</p>
</html>"));
end HydraulicLines;
