within Mica;
package Bond "Bond graphs: elements, junctions, sources, switches"
  extends Icons.Package;

  connector BondPort "The end of a bond"
    Real e "Effort";
    flow Real f "Flow into the component";
    annotation (Icon(graphics={Ellipse(extent={{-100, 100}, {100, -100}}, lineColor={127, 0, 127}, fillColor={127, 0, 127}, fillPattern=FillPattern.Solid)}));
  end BondPort;

  partial model OnePort "An element at one bond, whose half arrow points to it"
    BondPort p annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Real e "Effort";
    Real f "Flow into the element";
  equation
    e = p.e;
    f = p.f;
    annotation (Icon(graphics={Text(extent={{-150, 110}, {150, 70}}, textString="%name", textColor={127, 0, 127})}));
  end OnePort;

  model Se "Source of effort"
    extends OnePort;
    Blocks.RealInput u "Effort" annotation (Placement(transformation(origin={0, -120}, extent={{-20, -20}, {20, 20}}, rotation=90)));
  equation
    e = u;
    annotation (Icon(graphics={Text(extent={{-70, 50}, {70, -50}}, textString="Se", textColor={127, 0, 127})}));
  end Se;

  model Sf "Source of flow"
    extends OnePort;
    Blocks.RealInput u "Flow out of the source" annotation (Placement(transformation(origin={0, -120}, extent={{-20, -20}, {20, 20}}, rotation=90)));
  equation
    f = -u;
    annotation (Icon(graphics={Text(extent={{-70, 50}, {70, -50}}, textString="Sf", textColor={127, 0, 127})}));
  end Sf;

  model R "Resistance, e = R*f"
    extends OnePort;
    parameter Real R = 1 "Resistance";
  equation
    e = R*f;
    annotation (Icon(graphics={Text(extent={{-70, 50}, {70, -50}}, textString="R", textColor={127, 0, 127})}));
  end R;

  model C "Capacitance, C*der(e) = f"
    extends OnePort;
    parameter Real C = 1 "Capacitance";
  equation
    C*der(e) = f;
    annotation (Icon(graphics={Text(extent={{-70, 50}, {70, -50}}, textString="C", textColor={127, 0, 127})}));
  end C;

  model I "Inertance, I*der(f) = e"
    extends OnePort;
    parameter Real I = 1 "Inertance";
  equation
    I*der(f) = e;
    annotation (Icon(graphics={Text(extent={{-70, 50}, {70, -50}}, textString="I", textColor={127, 0, 127})}));
  end I;

  model Sw "Ideal switch: no flow while it is open, no effort while it is closed"
    extends OnePort;
    Blocks.BooleanInput open annotation (Placement(transformation(origin={0, -120}, extent={{-20, -20}, {20, 20}}, rotation=90)));
  equation
    0 = if open then f else e;
    annotation (Icon(graphics={Text(extent={{-70, 50}, {70, -50}}, textString="Sw", textColor={127, 0, 127})}));
  end Sw;

  model D "Ideal diode: a switch that effort and flow work"
    extends OnePort;
    Boolean open(start=true) "No flow";
  protected
    Real s(start=0) "Place on the curve: the effort when open, the flow when closed";
  equation
    open = s < 0;
    e = if open then s else 0;
    f = if open then 0 else s;
    annotation (Icon(graphics={Text(extent={{-70, 50}, {70, -50}}, textString="D", textColor={127, 0, 127})}));
  end D;

  partial model TwoPort "An element between two bonds, the first points to it, the second away from it"
    BondPort a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    BondPort b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
    annotation (Icon(graphics={Text(extent={{-150, 110}, {150, 70}}, textString="%name", textColor={127, 0, 127})}));
  end TwoPort;

  model TF "Transformer, effort to effort and flow to flow"
    extends TwoPort;
    parameter Real m = 1 "Effort of a divided by that of b";
  equation
    a.e = m*b.e;
    b.f = -m*a.f;
    annotation (Icon(graphics={Text(extent={{-70, 50}, {70, -50}}, textString="TF", textColor={127, 0, 127})}));
  end TF;

  model GY "Gyrator, effort to flow and flow to effort"
    extends TwoPort;
    parameter Real r = 1 "Effort of a for each flow at b";
  equation
    a.e = -r*b.f;
    b.e = r*a.f;
    annotation (Icon(graphics={Text(extent={{-70, 50}, {70, -50}}, textString="GY", textColor={127, 0, 127})}));
  end GY;

  model J0 "Junction of equal efforts"
    parameter Integer n(min=1) = 3 "Number of bonds";
    BondPort p[n] annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    Real e "The effort";
  equation
    p.e = fill(e, n);
    sum(p.f) = 0;
    annotation (Icon(graphics={Text(extent={{-90, 90}, {90, -90}}, textString="0", textColor={127, 0, 127})}));
  end J0;

  model J1 "Junction of equal flows"
    parameter Integer n(min=1) = 3 "Number of bonds";
    parameter Integer into[n] = cat(1, {1}, fill(-1, n - 1)) "1 for a bond that points to the junction, -1 for one that points away";
    BondPort p[n] annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
    Real f "The flow";
  equation
    p.f = f*into;
    into*p.e = 0;
    annotation (Icon(graphics={Text(extent={{-90, 90}, {90, -90}}, textString="1", textColor={127, 0, 127})}));
  end J1;

  package Examples "Bond graphs at work"
    extends Icons.Package;

    model Motor "An electric motor in bonds"
      extends Icons.Example;
      Blocks.Constant voltage(k=10) annotation (Placement(transformation(extent={{-100, -50}, {-80, -30}})));
      Se source annotation (Placement(transformation(origin={-60, 0}, extent={{-10, -10}, {10, 10}}, rotation=180)));
      J1 armature(n=4) annotation (Placement(transformation(extent={{-40, -10}, {-20, 10}})));
      R resistance(R=1) annotation (Placement(transformation(origin={-30, 40}, extent={{-10, -10}, {10, 10}}, rotation=90)));
      I inductance(I=0.1, f(start=0, fixed=true)) annotation (Placement(transformation(origin={-30, -40}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
      GY motor(r=2) annotation (Placement(transformation(extent={{0, -10}, {20, 10}})));
      J1 shaft(n=3) annotation (Placement(transformation(extent={{40, -10}, {60, 10}})));
      I rotor(I=0.5, f(start=0, fixed=true)) annotation (Placement(transformation(origin={50, 40}, extent={{-10, -10}, {10, 10}}, rotation=90)));
      R friction(R=1) annotation (Placement(transformation(extent={{70, -10}, {90, 10}})));
    equation
      connect(voltage.y, source.u) annotation (Line(points={{-79, -40}, {-60, -40}, {-60, 12}}, color={0, 0, 127}));
      connect(source.p, armature.p[1]) annotation (Line(points={{-50, 0}, {-30, 0}}, color={127, 0, 127}));
      connect(armature.p[2], resistance.p) annotation (Line(points={{-30, 0}, {-30, 30}}, color={127, 0, 127}));
      connect(armature.p[3], inductance.p) annotation (Line(points={{-30, 0}, {-30, -30}}, color={127, 0, 127}));
      connect(armature.p[4], motor.a) annotation (Line(points={{-30, 0}, {0, 0}}, color={127, 0, 127}));
      connect(motor.b, shaft.p[1]) annotation (Line(points={{20, 0}, {50, 0}}, color={127, 0, 127}));
      connect(shaft.p[2], rotor.p) annotation (Line(points={{50, 0}, {50, 30}}, color={127, 0, 127}));
      connect(shaft.p[3], friction.p) annotation (Line(points={{50, 0}, {70, 0}}, color={127, 0, 127}));
      annotation (experiment(StopTime=5, Interval=0.05, Tolerance=1e-9), Documentation(info="<html><p>At rest the current is 10/(1 + 2*2/1) = 2 A and the speed 4 rad/s.</p></html>"));
    end Motor;
  end Examples;
  annotation (Documentation(info="<html><p>An effort is a potential and a flow a flow in the sense of Modelica, so a bond is a connection, and several bonds at one port are a junction of equal efforts. Causality is left to the tool.</p>
<p>F. E. Cellier, A. Nebot: <em>The Modelica Bond Graph Library</em>, 2005, has bonds with a direction as components; here the direction is in the elements: power goes into them.</p></html>"));
end Bond;
