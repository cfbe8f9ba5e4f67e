within Mica.Hydraulic;
model ReliefValve "Opens when the difference of pressures passes a limit"
  extends TwoPorts;
  parameter Units.Pressure dpOpen = 1e7 "Difference of pressures at which it opens";
  parameter Units.HydraulicConductance G = 1e-9 "Flow per pressure above that";
  parameter Units.HydraulicConductance leakage = 1e-15 "Flow per pressure while it is shut";
equation
  q = leakage*dp + (if dp > dpOpen then G*(dp - dpOpen) else 0);
  annotation (Icon(graphics={Rectangle(extent={{-50, 50}, {50, -50}}, lineColor={150, 100, 0}, fillColor={250, 245, 225}, fillPattern=FillPattern.Solid), Line(points={{-90, 0}, {90, 0}}, color={150, 100, 0}), Line(points={{-40, 25}, {40, 25}}, color={150, 100, 0}, arrow={Arrow.None, Arrow.Filled}), Line(points={{0, 50}, {-15, 58}, {15, 66}, {-15, 74}, {0, 82}}, color={150, 100, 0}), Text(extent={{-150, -60}, {150, -100}}, textString="%dpOpen")}), Documentation(info="<html><p>The characteristic of the static valve; the spring is so stiff that no dynamics are left.</p></html>"));
end ReliefValve;
