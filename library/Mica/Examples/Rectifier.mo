within Mica.Examples;
model Rectifier "Half-wave rectifier with an ideal diode"
  extends Icons.Example;
  Electrical.SineVoltage source(V=10, f=50) annotation (Placement(transformation(origin={-80, 0}, extent={{-10, 10}, {10, -10}}, rotation=-90)));
  Electrical.Resistor R1(R=1) "Of the source" annotation (Placement(transformation(extent={{-60, 30}, {-40, 50}})));
  replaceable Electrical.IdealDiode diode constrainedby Electrical.OnePort "The diode" annotation (Placement(transformation(extent={{-20, 30}, {0, 50}})));
  Electrical.Capacitor C(C=1e-3, v(start=0, fixed=true)) "Smooths the voltage" annotation (Placement(transformation(origin={20, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
  Electrical.Resistor R2(R=50) "The load" annotation (Placement(transformation(origin={60, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
  Electrical.Ground ground annotation (Placement(transformation(extent={{-90, -80}, {-70, -60}})));
equation
  connect(source.p, R1.p) annotation (Line(points={{-80, 10}, {-80, 40}, {-60, 40}}, color={0, 0, 255}));
  connect(R1.n, diode.p) annotation (Line(points={{-40, 40}, {-20, 40}}, color={0, 0, 255}));
  connect(diode.n, C.p) annotation (Line(points={{0, 40}, {20, 40}, {20, 10}}, color={0, 0, 255}));
  connect(diode.n, R2.p) annotation (Line(points={{0, 40}, {60, 40}, {60, 10}}, color={0, 0, 255}));
  connect(C.n, ground.p) annotation (Line(points={{20, -10}, {20, -60}, {-80, -60}}, color={0, 0, 255}));
  connect(R2.n, ground.p) annotation (Line(points={{60, -10}, {60, -60}, {-80, -60}}, color={0, 0, 255}));
  connect(source.n, ground.p) annotation (Line(points={{-80, -10}, {-80, -60}}, color={0, 0, 255}));
  annotation (
    experiment(StopTime=0.1, Interval=1e-4, Tolerance=1e-8),
    Documentation(info="<html>
<p>The state of the diode, its voltage and its current, and the voltage over <code>R1</code> hang together in one system of equations with Boolean and Real unknowns, which is solved at each event.</p>
<p>Mattsson, Otter, Elmqvist: <em>Modelica Hybrid Modeling and Efficient Simulation</em>, 1999, figure 3.</p>
</html>"));
end Rectifier;
