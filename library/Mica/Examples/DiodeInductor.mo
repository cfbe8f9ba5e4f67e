within Mica.Examples;
model DiodeInductor "Half-wave rectifier with an ideal diode in series with an inductor"
  extends Icons.Example;
  Electrical.SineVoltage source(V=10, f=50) annotation (Placement(transformation(origin={-80, 0}, extent={{-10, 10}, {10, -10}}, rotation=-90)));
  Electrical.Inductor L(L=0.01, i(start=0, fixed=true)) "Of the source" annotation (Placement(transformation(extent={{-60, 30}, {-40, 50}})));
  Electrical.IdealDiode diode "Without leakage" annotation (Placement(transformation(extent={{-20, 30}, {0, 50}})));
  Electrical.Capacitor C(C=2e-4, v(start=0, fixed=true)) "Smooths the voltage" annotation (Placement(transformation(origin={20, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
  Electrical.Resistor R2(R=20) "The load" annotation (Placement(transformation(origin={60, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
  Electrical.Ground ground annotation (Placement(transformation(extent={{-90, -80}, {-70, -60}})));
equation
  connect(source.p, L.p) annotation (Line(points={{-80, 10}, {-80, 40}, {-60, 40}}, color={0, 0, 255}));
  connect(L.n, diode.p) annotation (Line(points={{-40, 40}, {-20, 40}}, color={0, 0, 255}));
  connect(diode.n, C.p) annotation (Line(points={{0, 40}, {20, 40}, {20, 10}}, color={0, 0, 255}));
  connect(diode.n, R2.p) annotation (Line(points={{0, 40}, {60, 40}, {60, 10}}, color={0, 0, 255}));
  connect(C.n, ground.p) annotation (Line(points={{20, -10}, {20, -60}, {-80, -60}}, color={0, 0, 255}));
  connect(R2.n, ground.p) annotation (Line(points={{60, -10}, {60, -60}, {-80, -60}}, color={0, 0, 255}));
  connect(source.n, ground.p) annotation (Line(points={{-80, -10}, {-80, -60}}, color={0, 0, 255}));
  annotation (
    experiment(StopTime=0.1, Interval=1e-4, Tolerance=1e-6),
    Documentation(info="<html>
<p>The current of the inductor is a state while the diode conducts, and zero while it blocks. With the state known the diode would have to divide by zero. Mica finds
that the integrator of <code>L.i</code> fixes the causality of the diode, puts the formula of an implicit method for it into the equations, and says so; the diode then stands in an algebraic loop
that can be solved in both of its modes. Events are located and the step size is controlled as always.</p>
<p>Cellier, Krebs: <em>Analysis and Simulation of Variable Structure Systems Using Bond Graphs and Inline Integration</em>, 2007.</p>
</html>"));
end DiodeInductor;
