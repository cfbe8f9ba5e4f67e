within Mica.Examples;
model Ladder "A chain of resistors and capacitors, as arrays of components"
  extends Icons.Example;
  parameter Integer n = 4 "Number of sections";
  Electrical.StepVoltage source(V=1) annotation (Placement(transformation(origin={-80, 0}, extent={{-10, 10}, {10, -10}}, rotation=-90)));
  Electrical.Ground ground annotation (Placement(transformation(extent={{-90, -80}, {-70, -60}})));
  Electrical.Resistor r[n](each R=100) "All alike" annotation (Placement(transformation(extent={{-40, 30}, {-20, 50}})));
  Electrical.Capacitor c[n](C={1e-3/i for i in 1:n}, each v(start=0, fixed=true)) "Each smaller than the one before"
    annotation (Placement(transformation(origin={20, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
  Units.Voltage v[n] = c.v "Voltages along the chain";
equation
  connect(source.p, r[1].p) annotation (Line(points={{-80, 10}, {-80, 40}, {-40, 40}}, color={0, 0, 255}));
  connect(source.n, ground.p) annotation (Line(points={{-80, -10}, {-80, -60}}, color={0, 0, 255}));
  connect(r[1:n - 1].n, r[2:n].p);
  connect(r.n, c.p) annotation (Line(points={{-20, 40}, {20, 40}, {20, 10}}, color={0, 0, 255}));
  for i in 1:n loop
    connect(c[i].n, ground.p);
  end for;
  annotation (
    experiment(StopTime=2, Tolerance=1e-8),
    Documentation(info="<html>
<p><code>each</code> gives one value to all elements, an array modifier gives each its own, and a slice connects many at once.</p>
</html>"));
end Ladder;
