within Mica.Papers;
package TestingMachine "Beater, Clauss: Multidomain Systems: Electronic, Hydraulic and Mechanical Subsystems of a Universal Testing Machine, 2002"
  extends Icons.Package;

  model Specimen "What is tested: a spring that a little damping belongs to"
    extends Translational.SpringDamper(c=2e8, d=2e5, s_rel(stateSelect=StateSelect.default), v_rel(stateSelect=StateSelect.default));
  end Specimen;

  model Motor "Asynchronous motor at steady speeds: the torque falls to zero at the synchronous speed"
    parameter Units.Torque stall = 200 "Torque of the motor that stands, by the straight part of its curve";
    parameter Units.AngularVelocity synchronous = 157 "Synchronous speed";
    Rotational.Flange flange annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
    Units.AngularVelocity w "Speed";
    Units.Torque tau "Torque";
  equation
    w = der(flange.phi);
    tau = stall*(1 - w/synchronous);
    flange.tau = -tau;
    annotation (Icon(graphics={Ellipse(extent={{-80, 80}, {80, -80}}, lineColor={60, 60, 60}, fillColor={235, 235, 235}, fillPattern=FillPattern.Solid), Text(extent={{-60, 50}, {60, -30}}, textString="M~"), Text(extent={{-150, 130}, {150, 90}}, textString="%name", textColor={0, 0, 255})}));
  end Motor;

  model BlockMachine "The machine with a controller of blocks: motor, belt, pump, relief valve, by-pass valve, plunger cylinder"
    extends Icons.Example;
    parameter Units.Force target = 5e4 "Force that is asked for";
    parameter Real k = 0.4 "Of the controller";
    parameter Real kI(unit="1/s") = 1.5 "Of its integral part";
    Motor motor annotation (Placement(transformation(extent={{-120, -70}, {-100, -50}})));
    Rotational.Inertia rotor(J=0.05, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{-90, -70}, {-70, -50}})));
    Rotational.SpringDamper belt(c=1e3, d=2, phi_rel(stateSelect=StateSelect.default), w_rel(stateSelect=StateSelect.default)) annotation (Placement(transformation(extent={{-60, -70}, {-40, -50}})));
    Rotational.Gear pulleys(ratio=1.57) annotation (Placement(transformation(extent={{-30, -70}, {-10, -50}})));
    Rotational.Inertia shaft(J=0.01, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{0, -70}, {20, -50}})));
    Hydraulic.Pump pump(D=2e-6, leakage=1e-13) annotation (Placement(transformation(extent={{30, -40}, {50, -20}})));
    Hydraulic.Tank sump annotation (Placement(transformation(extent={{30, -90}, {50, -70}})));
    Hydraulic.Volume line(V=5e-4) annotation (Placement(transformation(extent={{60, 20}, {80, 40}})));
    Hydraulic.ReliefValve relief(dpOpen=1.4e7, G=5e-9) annotation (Placement(transformation(origin={70, -30}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Hydraulic.Valve bypass(A=8e-6, f=60, dpSmall=1e5) annotation (Placement(transformation(origin={100, -30}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Hydraulic.Tank tank annotation (Placement(transformation(extent={{80, -90}, {100, -70}})));
    Hydraulic.PlungerCylinder cylinder(A=5e-3, V0=1e-3) annotation (Placement(transformation(extent={{100, 10}, {120, 30}})));
    Translational.Mass crosshead(m=200, s(start=0, fixed=true), v(start=0, fixed=true)) annotation (Placement(transformation(extent={{130, 10}, {150, 30}})));
    Specimen specimen annotation (Placement(transformation(extent={{160, 10}, {180, 30}})));
    Translational.Fixed frame annotation (Placement(transformation(extent={{185, 10}, {205, 30}})));
    Blocks.Ramp reference(height=target, duration=2, startTime=1) annotation (Placement(transformation(extent={{-90, 50}, {-70, 70}})));
    Real error "Reference less force, in parts of the target";
    Real integral(start=0, fixed=true, unit="s") "Of the error";
    Real command "Opening of the by-pass valve";
    Units.Force force "On the specimen";
  equation
    force = -specimen.f;
    error = (reference.y - force)/target;
    der(integral) = error;
    command = 0.6 - k*error - kI*integral;
    bypass.u = noEvent(max(0, min(1, command)));
    connect(motor.flange, rotor.a) annotation (Line(points={{-100, -60}, {-90, -60}}, color={90, 90, 90}));
    connect(rotor.b, belt.a) annotation (Line(points={{-70, -60}, {-60, -60}}, color={90, 90, 90}));
    connect(belt.b, pulleys.a) annotation (Line(points={{-40, -60}, {-30, -60}}, color={90, 90, 90}));
    connect(pulleys.b, shaft.a) annotation (Line(points={{-10, -60}, {0, -60}}, color={90, 90, 90}));
    connect(shaft.b, pump.flange) annotation (Line(points={{20, -60}, {25, -60}, {25, -30}, {30, -30}}, color={90, 90, 90}));
    connect(sump.port, pump.a) annotation (Line(points={{40, -70}, {40, -40}}, color={150, 100, 0}));
    connect(pump.b, line.port) annotation (Line(points={{40, -20}, {40, 0}, {70, 0}, {70, 20}}, color={150, 100, 0}));
    connect(pump.b, relief.a) annotation (Line(points={{40, -20}, {70, -20}}, color={150, 100, 0}));
    connect(relief.b, tank.port) annotation (Line(points={{70, -40}, {70, -55}, {90, -55}, {90, -70}}, color={150, 100, 0}));
    connect(pump.b, bypass.a) annotation (Line(points={{40, -20}, {100, -20}}, color={150, 100, 0}));
    connect(bypass.b, tank.port) annotation (Line(points={{100, -40}, {100, -55}, {90, -55}, {90, -70}}, color={150, 100, 0}));
    connect(pump.b, cylinder.port) annotation (Line(points={{40, -20}, {40, 20}, {100, 20}}, color={150, 100, 0}));
    connect(cylinder.flange, crosshead.a) annotation (Line(points={{120, 20}, {130, 20}}, color={0, 127, 0}));
    connect(crosshead.b, specimen.a) annotation (Line(points={{150, 20}, {160, 20}}, color={0, 127, 0}));
    connect(specimen.b, frame.flange) annotation (Line(points={{180, 20}, {195, 20}}, color={0, 127, 0}));
    annotation (
      experiment(StopTime=10, Interval=0.01, Tolerance=1e-7),
      Diagram(coordinateSystem(extent={{-120, -100}, {220, 100}})),
      Documentation(info="<html>
<p>The block model of the paper, from rest: no pressure, no speed, no force. The paper's data are partly illegible (belt 1e3, ratio 1.57 are kept); the others are chosen. The by-pass valve lets go what the force does not ask for.</p>
</html>"));
  end BlockMachine;
end TestingMachine;
