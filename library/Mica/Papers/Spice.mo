within Mica.Papers;
package Spice "Urquia, Dormido: DC, AC Small-Signal and Transient Analysis of Level 1 N-Channel MOSFET with Modelica, 2002"
  extends Icons.Package;

  model RC "The paper's circuit of a source, two resistors and a capacitor"
    extends Icons.Example;
    Blocks.RealInput V(unit="V", start=3) "Voltage of the source" annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
    Blocks.RealOutput y(unit="V") "Voltage of the capacitor" annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
    Electrical.SignalVoltage V1 annotation (Placement(transformation(origin={-60, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Resistor R1(R=1) annotation (Placement(transformation(extent={{-40, 30}, {-20, 50}})));
    Electrical.Resistor R2(R=0.5) annotation (Placement(transformation(origin={40, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Capacitor C1(C=1, v(start=0, fixed=true)) annotation (Placement(transformation(origin={0, 0}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
    Electrical.Ground ground annotation (Placement(transformation(extent={{-70, -70}, {-50, -50}})));
  equation
    y = C1.v;
    connect(V, V1.u) annotation (Line(points={{-120, 0}, {-48, 0}}, color={0, 0, 127}));
    connect(V1.p, R1.p) annotation (Line(points={{-60, 10}, {-60, 40}, {-40, 40}}, color={0, 0, 255}));
    connect(R1.n, C1.p) annotation (Line(points={{-20, 40}, {0, 40}, {0, 10}}, color={0, 0, 255}));
    connect(R1.n, R2.p) annotation (Line(points={{-20, 40}, {40, 40}, {40, 10}}, color={0, 0, 255}));
    connect(C1.n, ground.p) annotation (Line(points={{0, -10}, {0, -50}, {-60, -50}}, color={0, 0, 255}));
    connect(R2.n, ground.p) annotation (Line(points={{40, -10}, {40, -50}, {-60, -50}}, color={0, 0, 255}));
    connect(V1.n, ground.p) annotation (Line(points={{-60, -10}, {-60, -50}}, color={0, 0, 255}));
    annotation (
      experiment(StopTime=2, Interval=0.01, Tolerance=1e-9),
      Documentation(info="<html>
<p>From <code>V</code> to <code>y</code> the circuit is <code>R2/(R1 + R2 + j*w*R1*R2*C)</code>. At rest the paper prints -2 A through the source of 3 V, 1 V at the capacitor and 6 W: what the transient comes to.
In simulations <code>V</code> is 3 unless data are given for it. The capacitance is not legible in the paper; it is chosen.</p>
</html>"));
  end RC;
end Spice;
