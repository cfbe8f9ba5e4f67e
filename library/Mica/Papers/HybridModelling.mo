within Mica.Papers;
package HybridModelling "Mattsson, Otter, Elmqvist: Modelica Hybrid Modeling and Efficient Simulation, 1999"
  extends Icons.Package;

  model DeclarativeDiode "The ideal diode without a place on its curve"
    extends Electrical.OnePort;
  protected
    constant Units.Voltage unitVoltage = 1;
    constant Units.Current unitCurrent = 1;
  equation
    0 = if v > 0 or i > 0 then v/unitVoltage else i/unitCurrent;
    annotation (
      Icon(graphics={Line(points={{-90, 0}, {90, 0}}, color={0, 0, 255}), Polygon(points={{-35, 40}, {-35, -40}, {35, 0}, {-35, 40}}, lineColor={0, 0, 255}), Line(points={{35, 40}, {35, -40}}, color={0, 0, 255})}),
      Documentation(info="<html><p>The paper gives this form beside the curve with a parameter and calls it more difficult to understand.</p></html>"));
  end DeclarativeDiode;

  model DeclarativeRectifier "The rectifier with the other form of the diode"
    extends Examples.Rectifier(redeclare DeclarativeDiode diode);
    annotation (experiment(StopTime=0.1, Interval=1e-4, Tolerance=1e-8), Documentation(info="<html><p>Gives what <a href=\"modelica://Mica.Examples.Rectifier\">Rectifier</a> gives.</p></html>"));
  end DeclarativeRectifier;

  model ThyristorRectifier "A thyristor that is fired a quarter of a period late"
    extends Icons.Example;
    Electrical.SineVoltage source(V=10, f=50) annotation (Placement(transformation(origin={-60, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.IdealThyristor thyristor annotation (Placement(transformation(extent={{-20, 30}, {0, 50}})));
    Blocks.BooleanPulse gate(period=0.02, width=0.1, startTime=0.005) annotation (Placement(transformation(extent={{-60, 70}, {-40, 90}})));
    Electrical.Resistor load(R=1) annotation (Placement(transformation(origin={40, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Ground ground annotation (Placement(transformation(extent={{-70, -60}, {-50, -40}})));
    Real charge(unit="C", start=0, fixed=true) "What went through the load";
  equation
    der(charge) = load.i;
    connect(source.p, thyristor.p) annotation (Line(points={{-60, 10}, {-60, 40}, {-20, 40}}, color={0, 0, 255}));
    connect(thyristor.n, load.p) annotation (Line(points={{0, 40}, {40, 40}, {40, 10}}, color={0, 0, 255}));
    connect(load.n, ground.p) annotation (Line(points={{40, -10}, {40, -40}, {-60, -40}}, color={0, 0, 255}));
    connect(source.n, ground.p) annotation (Line(points={{-60, -10}, {-60, -40}}, color={0, 0, 255}));
    connect(gate.y, thyristor.fire) annotation (Line(points={{-39, 80}, {-3, 80}, {-3, 52}}, color={170, 0, 170}));
    annotation (
      experiment(StopTime=0.1, Interval=1e-4, Tolerance=1e-8),
      Documentation(info="<html><p>The mean current is <code>V/(2*pi*R)*(1 + cos(alpha))</code>, here for the angle of 90 degrees 1.59155 A. The curve of the thyristor has one more relation than that of the diode: it goes on to conduct when the signal at its gate ends.</p></html>"));
  end ThyristorRectifier;

  model Chopper "A GTO thyristor that cuts a voltage into pieces"
    extends Icons.Example;
    Electrical.ConstantVoltage source(V=10) annotation (Placement(transformation(origin={-60, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.IdealGTO thyristor annotation (Placement(transformation(extent={{-20, 30}, {0, 50}})));
    Blocks.BooleanPulse gate(period=1e-3, width=0.3) annotation (Placement(transformation(extent={{-60, 70}, {-40, 90}})));
    Electrical.Resistor load(R=1) annotation (Placement(transformation(origin={40, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Ground ground annotation (Placement(transformation(extent={{-70, -60}, {-50, -40}})));
    Real charge(unit="C", start=0, fixed=true) "What went through the load";
  equation
    der(charge) = load.i;
    connect(source.p, thyristor.p) annotation (Line(points={{-60, 10}, {-60, 40}, {-20, 40}}, color={0, 0, 255}));
    connect(thyristor.n, load.p) annotation (Line(points={{0, 40}, {40, 40}, {40, 10}}, color={0, 0, 255}));
    connect(load.n, ground.p) annotation (Line(points={{40, -10}, {40, -40}, {-60, -40}}, color={0, 0, 255}));
    connect(source.n, ground.p) annotation (Line(points={{-60, -10}, {-60, -40}}, color={0, 0, 255}));
    connect(gate.y, thyristor.fire) annotation (Line(points={{-39, 80}, {-3, 80}, {-3, 52}}, color={170, 0, 170}));
    annotation (
      experiment(StopTime=0.1, Interval=1e-3, Tolerance=1e-8),
      Documentation(info="<html><p>The load gets the voltage in three tenths of the time: 3 A on average.</p></html>"));
  end Chopper;

  model FrictionPeak "A torque that grows until a brake slips, which then holds less"
    extends Icons.Example;
    Blocks.Ramp push(height=3, duration=3) annotation (Placement(transformation(extent={{-90, -10}, {-70, 10}})));
    Rotational.TorqueSource torque annotation (Placement(transformation(extent={{-50, -10}, {-30, 10}})));
    Rotational.Inertia body(J=1, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    Rotational.Brake brake(tau_max=1, peak=1.5) annotation (Placement(transformation(extent={{40, -10}, {60, 10}})));
    Blocks.Constant pressed(k=1) annotation (Placement(transformation(extent={{10, 50}, {30, 70}})));
  equation
    connect(push.y, torque.tau) annotation (Line(points={{-69, 0}, {-52, 0}}, color={0, 0, 127}));
    connect(torque.flange, body.a) annotation (Line(points={{-30, 0}, {-10, 0}}, color={90, 90, 90}));
    connect(body.b, brake.flange) annotation (Line(points={{10, 0}, {40, 0}}, color={90, 90, 90}));
    connect(pressed.y, brake.u) annotation (Line(points={{31, 60}, {50, 60}, {50, 12}}, color={0, 0, 127}));
    annotation (
      experiment(StopTime=3, Interval=0.01, Tolerance=1e-8),
      Documentation(info="<html><p>The brake holds up to 1.5 N.m and slides with 1 N.m: it slips at 1.5 s, and the speed is then <code>((t - 1)^2 - 0.25)/2</code>, at 3 s 1.875 rad/s.</p></html>"));
  end FrictionPeak;

  model DeclarativeFriction "A block with friction as one curve, without a state machine"
    extends Icons.Example;
    parameter Units.Mass m = 1 "Mass of the block";
    parameter Units.Force f0 = 1 "Force at which it begins to slide";
    parameter Real f1(unit="N.s/m") = 0.5 "Rise of the friction force with velocity";
    Units.Force u = 2*sin(2*time) "Push";
    Units.Force f "Friction force";
    Units.Velocity v(start=0, fixed=true) "Velocity";
    Real s(start=0) "Place on the characteristic";
    Boolean forward "Slides forward";
    Boolean backward "Slides backward";
  protected
    constant Units.Velocity unitVelocity = 1;
  equation
    forward = s > 1;
    backward = s < -1;
    v = unitVelocity*(if forward then s - 1 elseif backward then s + 1 else 0);
    f = if forward then f0 + f1*v elseif backward then -f0 + f1*v else f0*s;
    m*der(v) = u - f;
    annotation (
      experiment(StopTime=10, Tolerance=1e-8),
      Documentation(info="<html><p>The paper writes friction like this first and says that no method is known for it: where the block sticks the velocity is no state. An implicit method that is inlined into the equations solves it, because it asks for no states.
<a href=\"modelica://Mica.Examples.CoulombFriction\">CoulombFriction</a> is the form with a state machine, which every method can simulate.</p></html>"));
  end DeclarativeFriction;

  model Coasting "A freewheel between a motor that stops and a flywheel that turns on"
    extends Icons.Example;
    Blocks.Step push(height=-2, offset=1, startTime=1) annotation (Placement(transformation(extent={{-90, -10}, {-70, 10}})));
    Rotational.TorqueSource torque annotation (Placement(transformation(extent={{-60, -10}, {-40, 10}})));
    Rotational.Inertia motor(J=1, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{-30, -10}, {-10, 10}})));
    Rotational.Freewheel freewheel annotation (Placement(transformation(extent={{0, -10}, {20, 10}})));
    Rotational.Inertia flywheel(J=1, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{40, -10}, {60, 10}})));
  equation
    connect(push.y, torque.tau) annotation (Line(points={{-69, 0}, {-62, 0}}, color={0, 0, 127}));
    connect(torque.flange, motor.a) annotation (Line(points={{-40, 0}, {-30, 0}}, color={90, 90, 90}));
    connect(motor.b, freewheel.a) annotation (Line(points={{-10, 0}, {0, 0}}, color={90, 90, 90}));
    connect(freewheel.b, flywheel.a) annotation (Line(points={{20, 0}, {40, 0}}, color={90, 90, 90}));
    annotation (
      experiment(StopTime=2, Interval=0.01, Tolerance=1e-8),
      Documentation(info="<html><p>Both turn with 0.5 rad/s2 until the torque changes its sign at 1 s. Then the flywheel keeps its 0.5 rad/s and the motor goes to -0.5 rad/s.</p></html>"));
  end Coasting;

  model GearboxZF4HP22 "Gearbox of three planetary sets and six switching elements, through its four gears"
    extends Icons.Example;
    parameter Real r(min=1) = 2.086 "Teeth of the ring divided by teeth of the sun, first and second set";
    parameter Real r3(min=1) = 120/44 "The same of the third set";
    Blocks.Constant engine(k=100) annotation (Placement(transformation(extent={{-190, -10}, {-170, 10}})));
    Rotational.TorqueSource torque annotation (Placement(transformation(extent={{-160, -10}, {-140, 10}})));
    Rotational.Inertia turbine(J=0.1, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{-130, -10}, {-110, 10}})));
    Rotational.Clutch C4(tau_max=400) "Forward: turbine to the first ring" annotation (Placement(transformation(extent={{-100, 30}, {-80, 50}})));
    Rotational.Clutch C5(tau_max=400) "Third gear and reverse: turbine to both suns" annotation (Placement(transformation(extent={{-100, -50}, {-80, -30}})));
    Rotational.Brake C6(tau_max=400) "Second gear: holds both suns" annotation (Placement(transformation(extent={{-40, -90}, {-20, -70}})));
    Rotational.Brake C8(tau_max=800) "Reverse: holds the second carrier both ways" annotation (Placement(transformation(extent={{20, -90}, {40, -70}})));
    Rotational.Freewheel freewheel "First gear: the second carrier does not turn backward" annotation (Placement(transformation(extent={{40, -60}, {20, -40}})));
    Rotational.Fixed housing annotation (Placement(transformation(extent={{50, -60}, {70, -40}})));
    Rotational.Clutch C11(tau_max=600) "First to third gear: locks the third set" annotation (Placement(transformation(extent={{90, 50}, {110, 70}})));
    Rotational.Brake C12(tau_max=400) "Fourth gear: holds the third sun" annotation (Placement(transformation(extent={{100, -90}, {120, -70}})));
    Rotational.Planetary set1(ratio=r) annotation (Placement(transformation(extent={{-50, 20}, {-30, 40}})));
    Rotational.Planetary set2(ratio=r) annotation (Placement(transformation(extent={{10, -10}, {30, 10}})));
    Rotational.Planetary set3(ratio=r3) annotation (Placement(transformation(extent={{90, 0}, {110, 20}})));
    Rotational.Inertia ring1(J=0.02, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{-70, 50}, {-50, 70}})));
    Rotational.Inertia sun(J=0.02, phi(stateSelect=StateSelect.default), w(stateSelect=StateSelect.default)) annotation (Placement(transformation(extent={{-70, -50}, {-50, -30}})));
    Rotational.Inertia carrier2(J=0.02, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{-10, -60}, {10, -40}})));
    Rotational.Inertia middle(J=0.05, phi(stateSelect=StateSelect.default), w(stateSelect=StateSelect.default)) "First carrier and second ring" annotation (Placement(transformation(extent={{50, 20}, {70, 40}})));
    Rotational.Inertia sun3(J=0.02, phi(stateSelect=StateSelect.default), w(stateSelect=StateSelect.default)) annotation (Placement(transformation(extent={{70, -40}, {90, -20}})));
    Rotational.Inertia vehicle(J=8, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{130, 0}, {150, 20}})));
    Rotational.RoadLoad road(rolling=20, air=1e-4) annotation (Placement(transformation(extent={{170, 0}, {190, 20}})));
    Blocks.Schedule shift(rising=0.2, falling=0.2, table=[
        0, 1, 0, 0, 0, 1, 0;
        3, 1, 0, 1, 0, 1, 0;
        6, 1, 1, 0, 0, 1, 0;
        9, 1, 1, 0, 0, 0, 1]) "Time; C4, C5, C6, C8, C11, C12" annotation (Placement(transformation(extent={{-190, 70}, {-170, 90}})));
    Real ratio "Speed of the turbine divided by that of the output";
  equation
    ratio = turbine.w/noEvent(max(vehicle.w, 1e-3));
    connect(engine.y, torque.tau) annotation (Line(points={{-169, 0}, {-162, 0}}, color={0, 0, 127}));
    connect(torque.flange, turbine.a) annotation (Line(points={{-140, 0}, {-130, 0}}, color={90, 90, 90}));
    connect(turbine.b, C4.a) annotation (Line(points={{-110, 0}, {-106, 0}, {-106, 40}, {-100, 40}}, color={90, 90, 90}));
    connect(turbine.b, C5.a) annotation (Line(points={{-110, 0}, {-106, 0}, {-106, -40}, {-100, -40}}, color={90, 90, 90}));
    connect(C4.b, ring1.a) annotation (Line(points={{-80, 40}, {-76, 40}, {-76, 60}, {-70, 60}}, color={90, 90, 90}));
    connect(ring1.b, set1.ring) annotation (Line(points={{-50, 60}, {-24, 60}, {-24, 30}, {-30, 30}}, color={90, 90, 90}));
    connect(C5.b, sun.a) annotation (Line(points={{-80, -40}, {-70, -40}}, color={90, 90, 90}));
    connect(sun.b, set1.sun) annotation (Line(points={{-50, -40}, {-46, -40}, {-46, 0}, {-60, 0}, {-60, 30}, {-50, 30}}, color={90, 90, 90}));
    connect(sun.b, set2.sun) annotation (Line(points={{-50, -40}, {-46, -40}, {-46, 0}, {10, 0}}, color={90, 90, 90}));
    connect(sun.b, C6.flange) annotation (Line(points={{-50, -40}, {-46, -40}, {-46, -80}, {-40, -80}}, color={90, 90, 90}));
    connect(set2.carrier, carrier2.a) annotation (Line(points={{10, 5}, {-14, 5}, {-14, -50}, {-10, -50}}, color={90, 90, 90}));
    connect(carrier2.b, freewheel.b) annotation (Line(points={{10, -50}, {20, -50}}, color={90, 90, 90}));
    connect(carrier2.b, C8.flange) annotation (Line(points={{10, -50}, {14, -50}, {14, -80}, {20, -80}}, color={90, 90, 90}));
    connect(freewheel.a, housing.flange) annotation (Line(points={{40, -50}, {60, -50}}, color={90, 90, 90}));
    connect(set1.carrier, middle.a) annotation (Line(points={{-50, 35}, {-54, 35}, {-54, 46}, {40, 46}, {40, 30}, {50, 30}}, color={90, 90, 90}));
    connect(set2.ring, middle.a) annotation (Line(points={{30, 0}, {40, 0}, {40, 30}, {50, 30}}, color={90, 90, 90}));
    connect(middle.b, set3.carrier) annotation (Line(points={{70, 30}, {80, 30}, {80, 15}, {90, 15}}, color={90, 90, 90}));
    connect(middle.b, C11.a) annotation (Line(points={{70, 30}, {80, 30}, {80, 60}, {90, 60}}, color={90, 90, 90}));
    connect(C11.b, sun3.a) annotation (Line(points={{110, 60}, {120, 60}, {120, -8}, {64, -8}, {64, -30}, {70, -30}}, color={90, 90, 90}));
    connect(sun3.b, set3.sun) annotation (Line(points={{90, -30}, {94, -30}, {94, -4}, {86, -4}, {86, 10}, {90, 10}}, color={90, 90, 90}));
    connect(sun3.b, C12.flange) annotation (Line(points={{90, -30}, {94, -30}, {94, -80}, {100, -80}}, color={90, 90, 90}));
    connect(set3.ring, vehicle.a) annotation (Line(points={{110, 10}, {130, 10}}, color={90, 90, 90}));
    connect(vehicle.b, road.flange) annotation (Line(points={{150, 10}, {170, 10}}, color={90, 90, 90}));
    connect(shift.y[1], C4.u) annotation (Line(points={{-169, 80}, {-90, 80}, {-90, 52}}, color={0, 0, 127}));
    connect(shift.y[2], C5.u) annotation (Line(points={{-169, 80}, {-90, 80}, {-90, -28}}, color={0, 0, 127}));
    connect(shift.y[3], C6.u) annotation (Line(points={{-169, 80}, {-30, 80}, {-30, -68}}, color={0, 0, 127}));
    connect(shift.y[4], C8.u) annotation (Line(points={{-169, 80}, {46, 80}, {46, -64}, {30, -64}, {30, -68}}, color={0, 0, 127}));
    connect(shift.y[5], C11.u) annotation (Line(points={{-169, 80}, {100, 80}, {100, 72}}, color={0, 0, 127}));
    connect(shift.y[6], C12.u) annotation (Line(points={{-169, 80}, {126, 80}, {126, -64}, {110, -64}, {110, -68}}, color={0, 0, 127}));
    annotation (
      experiment(StopTime=12, Interval=0.01, Tolerance=1e-6),
      Diagram(coordinateSystem(extent={{-200, -120}, {200, 120}})),
      Documentation(info="<html>
<p>The paper counts 64 configurations of its six elements and prints no data. The numbers of teeth are chosen so that the ratios are those of the gearbox that is built: <code>2 + 1/r</code> = 2.479, <code>1 + 1/r</code> = 1.479, 1 and <code>r3/(1 + r3)</code> = 0.732.
In the first gear a freewheel holds the second carrier, and lets it go by itself when the second gear begins to pull.</p>
</html>"));
  end GearboxZF4HP22;
  annotation (Documentation(info="<html><p>The diode, the rectifier, friction with a state machine and the gearbox of eleven clutches are in <a href=\"modelica://Mica.Examples\">Examples</a>.</p></html>"));
end HybridModelling;
