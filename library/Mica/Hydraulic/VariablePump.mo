within Mica.Hydraulic;
model VariablePump "Displacement pump whose displacement is a signal"
  extends TwoPorts;
  parameter Units.Displacement D = 2e-6 "Oil per angle at full command";
  parameter Units.HydraulicConductance leakage = 0 "Flow that leaks from b to a, per pressure";
  Blocks.RealInput u "Part of the displacement, 0 to 1" annotation (Placement(transformation(origin={0, 120}, extent={{-20, -20}, {20, 20}}, rotation=270)));
  Rotational.Flange flange annotation (Placement(transformation(extent={{-10, -110}, {10, -90}})));
  Units.AngularVelocity w "Speed of the shaft";
equation
  w = der(flange.phi);
  q = u*D*w + leakage*dp;
  flange.tau = -u*D*dp;
  annotation (Icon(graphics={Ellipse(extent={{-60, 60}, {60, -60}}, lineColor={150, 100, 0}, fillColor={250, 245, 225}, fillPattern=FillPattern.Solid), Polygon(points={{60, 0}, {35, 18}, {35, -18}, {60, 0}}, lineColor={150, 100, 0}, fillColor={150, 100, 0}, fillPattern=FillPattern.Solid), Line(points={{-90, 0}, {-60, 0}}, color={150, 100, 0}), Line(points={{60, 0}, {90, 0}}, color={150, 100, 0}), Line(points={{-70, -70}, {70, 70}}, color={150, 100, 0}, arrow={Arrow.None, Arrow.Filled}), Line(points={{0, -60}, {0, -90}}, color={60, 60, 60}, thickness=1)}));
end VariablePump;
