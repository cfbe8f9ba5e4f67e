within Mica.Papers;
package MathModelica "Fritzson, Gunnarsson, Jirstrand: MathModelica - An Extensible Modeling and Simulation Environment, 2002"
  extends Icons.Package;

  model LinearActuator "A motor moves a mass against a spring whose damping is sought"
    extends Icons.Example;
    Blocks.Step Step1(height=1) annotation (Placement(transformation(extent={{-170, -10}, {-150, 10}})));
    Rotational.TorqueSource Torque1 annotation (Placement(transformation(extent={{-130, -10}, {-110, 10}})));
    Rotational.Inertia Inertia1(J=0.1, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{-90, -10}, {-70, 10}})));
    Rotational.SpringDamper SpringDamper2(c=15, d=2) annotation (Placement(transformation(extent={{-50, -10}, {-30, 10}})));
    Rotational.Inertia Inertia2(J=0.1, phi(stateSelect=StateSelect.default), w(stateSelect=StateSelect.default)) annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    Translational.Rack IdealGearR2T1(ratio=1) annotation (Placement(transformation(extent={{30, -10}, {50, 10}})));
    Translational.Mass SlidingMass1(m=0.5, s(start=0, fixed=true), v(start=0, fixed=true)) annotation (Placement(transformation(extent={{70, -10}, {90, 10}})));
    Translational.SpringDamper SpringDamper1(c=20, d=4, s_rel(stateSelect=StateSelect.default), v_rel(stateSelect=StateSelect.default)) "Its damping is sought" annotation (Placement(transformation(extent={{110, -10}, {130, 10}})));
    Translational.Fixed Fixed1 annotation (Placement(transformation(extent={{150, -10}, {170, 10}})));
    Units.Position x(start=0, fixed=true) "Motion that is asked for: of first order";
    Real J(start=0, fixed=true, unit="m2.s", nominal=1e-4) "Integral of the square of the difference";
  equation
    0.2*der(x) + x = 0.05;
    der(J) = (SlidingMass1.s - x)^2;
    connect(Step1.y, Torque1.tau) annotation (Line(points={{-149, 0}, {-132, 0}}, color={0, 0, 127}));
    connect(Torque1.flange, Inertia1.a) annotation (Line(points={{-110, 0}, {-90, 0}}, color={90, 90, 90}));
    connect(Inertia1.b, SpringDamper2.a) annotation (Line(points={{-70, 0}, {-50, 0}}, color={90, 90, 90}));
    connect(SpringDamper2.b, Inertia2.a) annotation (Line(points={{-30, 0}, {-10, 0}}, color={90, 90, 90}));
    connect(Inertia2.b, IdealGearR2T1.pinion) annotation (Line(points={{10, 0}, {30, 0}}, color={90, 90, 90}));
    connect(IdealGearR2T1.rack, SlidingMass1.a) annotation (Line(points={{50, 0}, {70, 0}}, color={0, 127, 0}));
    connect(SlidingMass1.b, SpringDamper1.a) annotation (Line(points={{90, 0}, {110, 0}}, color={0, 127, 0}));
    connect(SpringDamper1.b, Fixed1.flange) annotation (Line(points={{130, 0}, {160, 0}}, color={0, 127, 0}));
    annotation (
      experiment(StopTime=4, Interval=0.01, Tolerance=1e-9),
      Diagram(coordinateSystem(extent={{-180, -100}, {180, 100}})),
      Documentation(info="<html>
<p>The damping <code>SpringDamper1.d</code> for which the mass follows a lag of first order best makes <code>J</code> at 4 s smallest: 5.28696, where J is 8.32665e-5. The paper interpolates seventeen runs and prints 5.28642 and 8.32564e-5.</p>
<p>The values of the paper's components are lost; these give its result.</p>
</html>"));
  end LinearActuator;

  model WeakAxis "Three inertias on two weak springs, excited by a pulse"
    extends Icons.Example;
    Blocks.Pulse Pulse1(amplitude=1, period=1000, width=0.002) "One pulse of 2 s" annotation (Placement(transformation(extent={{-130, -10}, {-110, 10}})));
    Rotational.TorqueSource Torque1 annotation (Placement(transformation(extent={{-90, -10}, {-70, 10}})));
    Rotational.Inertia Inertia1(J=1, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{-50, -10}, {-30, 10}})));
    Rotational.Spring Spring1(c=0.7) annotation (Placement(transformation(extent={{-20, -10}, {0, 10}})));
    Rotational.Inertia Inertia2(J=1, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{10, -10}, {30, 10}})));
    Rotational.Spring Spring2(c=1) annotation (Placement(transformation(extent={{40, -10}, {60, 10}})));
    Rotational.Inertia Inertia3(J=1, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{70, -10}, {90, 10}})));
  equation
    connect(Pulse1.y, Torque1.tau) annotation (Line(points={{-109, 0}, {-92, 0}}, color={0, 0, 127}));
    connect(Torque1.flange, Inertia1.a) annotation (Line(points={{-70, 0}, {-50, 0}}, color={90, 90, 90}));
    connect(Inertia1.b, Spring1.a) annotation (Line(points={{-30, 0}, {-20, 0}}, color={90, 90, 90}));
    connect(Spring1.b, Inertia2.a) annotation (Line(points={{0, 0}, {10, 0}}, color={90, 90, 90}));
    connect(Inertia2.b, Spring2.a) annotation (Line(points={{30, 0}, {40, 0}}, color={90, 90, 90}));
    connect(Spring2.b, Inertia3.a) annotation (Line(points={{60, 0}, {70, 0}}, color={90, 90, 90}));
    annotation (
      experiment(StopTime=200, Interval=0.25, Tolerance=1e-8),
      Diagram(coordinateSystem(extent={{-140, -100}, {100, 100}})),
      Documentation(info="<html>
<p>The spectrum of <code>Inertia3.w</code> shows the modes of the axis, 0.256077 and 0.143344 Hz: the roots of the eigenvalues of its stiffness matrix.</p>
</html>"));
  end WeakAxis;

  model Model1 "Motor that drives two inertias through a spring"
    extends Icons.Example;
    Blocks.RealInput V(unit="V", start=1) "Voltage" annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    Electrical.SignalVoltage Voltage1 annotation (Placement(transformation(origin={-60, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Resistor Resistor1(R=0.9) annotation (Placement(transformation(extent={{-50, 30}, {-30, 50}})));
    Electrical.Inductor Inductor1(L=1, i(start=0, fixed=true)) annotation (Placement(transformation(extent={{-20, 30}, {0, 50}})));
    Electrical.RotationalEMF EMF1(k=1) annotation (Placement(transformation(origin={20, 0}, extent={{-10, 10}, {10, -10}}, rotation=-90)));
    Electrical.Ground Ground1 annotation (Placement(transformation(extent={{-70, -70}, {-50, -50}})));
    Rotational.Inertia Inertia1(J=1, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{40, -10}, {60, 10}})));
    Rotational.Spring Spring1(c=1) annotation (Placement(transformation(extent={{70, -10}, {90, 10}})));
    Rotational.Inertia Inertia2(J=1, phi(start=0, fixed=true), w(start=0, fixed=true)) annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
  equation
    connect(V, Voltage1.u) annotation (Line(points={{-120, 0}, {-48, 0}}, color={0, 0, 127}));
    connect(Voltage1.p, Resistor1.p) annotation (Line(points={{-60, 10}, {-60, 40}, {-50, 40}}, color={0, 0, 255}));
    connect(Resistor1.n, Inductor1.p) annotation (Line(points={{-30, 40}, {-20, 40}}, color={0, 0, 255}));
    connect(Inductor1.n, EMF1.p) annotation (Line(points={{0, 40}, {20, 40}, {20, 10}}, color={0, 0, 255}));
    connect(EMF1.n, Ground1.p) annotation (Line(points={{20, -10}, {20, -50}, {-60, -50}}, color={0, 0, 255}));
    connect(Voltage1.n, Ground1.p) annotation (Line(points={{-60, -10}, {-60, -50}}, color={0, 0, 255}));
    connect(EMF1.flange, Inertia1.a) annotation (Line(points={{30, 0}, {40, 0}}, color={90, 90, 90}));
    connect(Inertia1.b, Spring1.a) annotation (Line(points={{60, 0}, {70, 0}}, color={90, 90, 90}));
    connect(Spring1.b, Inertia2.a) annotation (Line(points={{90, 0}, {100, 0}}, color={90, 90, 90}));
    annotation (
      experiment(StopTime=20, Interval=0.05, Tolerance=1e-8),
      Diagram(coordinateSystem(extent={{-140, -100}, {140, 100}})),
      Documentation(info="<html>
<p>From <code>V</code> to <code>Inertia2.w</code> the transfer function is
<code>c*k/(J1*J2*L*s^4 + J1*J2*R*s^3 + (c*L*(J1 + J2) + k^2*J2)*s^2 + c*R*(J1 + J2)*s + c*k^2)</code>, with the poles -0.09961 ± 1.56293j and -0.35039 ± 0.53380j. In simulations <code>V</code> is 1 unless data are given for it.</p>
</html>"));
  end Model1;
  model CircuitTemplate "Three components beside each other, whose types are replaced"
    replaceable Electrical.Resistor a constrainedby Electrical.OnePort "First component" annotation (Placement(transformation(origin={-40, 0}, extent={{-10, -10}, {10, 10}}, rotation=90)));
    replaceable Electrical.Resistor b constrainedby Electrical.OnePort "Second component" annotation (Placement(transformation(origin={0, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    replaceable Electrical.Resistor c constrainedby Electrical.OnePort "Third component" annotation (Placement(transformation(origin={40, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Ground g annotation (Placement(transformation(extent={{-10, -70}, {10, -50}})));
  equation
    connect(g.p, a.p) annotation (Line(points={{0, -50}, {0, -10}, {-40, -10}}, color={0, 0, 255}));
    connect(a.n, b.p) annotation (Line(points={{-40, 10}, {0, 10}}, color={0, 0, 255}));
    connect(b.p, c.p) annotation (Line(points={{0, 10}, {40, 10}}, color={0, 0, 255}));
    connect(b.n, g.p) annotation (Line(points={{0, -10}, {0, -50}}, color={0, 0, 255}));
    connect(c.n, g.p) annotation (Line(points={{40, -10}, {40, -50}, {0, -50}}, color={0, 0, 255}));
    annotation (Icon(graphics={Rectangle(extent={{-80, 60}, {80, -60}}, lineColor={0, 0, 255}), Text(extent={{-70, 40}, {70, -40}}, textString="a b c")}), Documentation(info="<html><p>A test makes all 64 circuits of the four types that the paper finds, inductor, capacitor, conductor and resistor.</p></html>"));
  end CircuitTemplate;

  model Foo53 "The circuit that the paper prints: resistor, capacitor, inductor"
    extends Icons.Example;
    extends CircuitTemplate(redeclare Electrical.Resistor a, redeclare Electrical.Capacitor b(v(start=1, fixed=true)), redeclare Electrical.Inductor c(i(start=0, fixed=true)));
    annotation (experiment(StopTime=10, Interval=0.1, Tolerance=1e-8), Documentation(info="<html><p>With all values 1 the voltage is <code>exp(-t/2)*(cos(w*t) - sin(w*t)/(2*w))</code>, <code>w = sqrt(3)/2</code>.</p></html>"));
  end Foo53;
  annotation (Documentation(info="<html><p>Models of the sections on parameter studies, Fourier analysis and symbolic processing. Components have the names of the paper.</p></html>"));
end MathModelica;
