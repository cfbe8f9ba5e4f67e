within Mica.Hydraulic;
model Motor "Displacement motor without inertia"
  parameter Units.Displacement D = 2e-6 "Oil per angle";
  parameter Units.HydraulicConductance leakage = 0 "Flow that leaks from a to b, per pressure";
  Port a "Supply" annotation (Placement(transformation(extent={{-10, 90}, {10, 110}})));
  Port b "Return" annotation (Placement(transformation(extent={{-10, -110}, {10, -90}})));
  Rotational.Flange flange annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Units.AngularVelocity w "Speed of the shaft";
  Units.Pressure dp "Pressure that it uses up";
  Units.VolumeFlowRate q "Flow from a to b";
equation
  w = der(flange.phi);
  dp = a.p - b.p;
  q = D*w + leakage*dp;
  a.q = q;
  b.q = -q;
  flange.tau = -D*dp;
  annotation (Icon(graphics={Ellipse(extent={{-70, 70}, {70, -70}}, lineColor={150, 100, 0}, fillColor={250, 245, 225}, fillPattern=FillPattern.Solid), Polygon(points={{0, 40}, {-20, 70}, {20, 70}, {0, 40}}, lineColor={150, 100, 0}, fillColor={150, 100, 0}, fillPattern=FillPattern.Solid),
        Line(points={{70, 0}, {90, 0}}, color={60, 60, 60}, thickness=1), Line(points={{0, 70}, {0, 90}}, color={150, 100, 0}), Line(points={{0, -70}, {0, -90}}, color={150, 100, 0}), Text(extent={{-190, 60}, {-70, 20}}, textString="%name", textColor={0, 0, 255})}));
end Motor;
