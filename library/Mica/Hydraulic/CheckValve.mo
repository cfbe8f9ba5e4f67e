within Mica.Hydraulic;
model CheckValve "Lets oil flow from a to b only"
  extends TwoPorts;
  parameter Units.HydraulicConductance G = 1e-8 "Flow per pressure while it is open";
  parameter Units.HydraulicConductance leakage = 1e-15 "Flow per pressure while it is shut";
equation
  q = if dp > 0 then G*dp else leakage*dp;
  annotation (Icon(graphics={Line(points={{-90, 0}, {-20, 0}}, color={150, 100, 0}), Line(points={{30, 0}, {90, 0}}, color={150, 100, 0}), Line(points={{20, 50}, {-20, 0}, {20, -50}}, color={150, 100, 0}), Ellipse(extent={{-15, 22}, {30, -22}}, lineColor={150, 100, 0}, fillColor={250, 245, 225}, fillPattern=FillPattern.Solid)}));
end CheckValve;
