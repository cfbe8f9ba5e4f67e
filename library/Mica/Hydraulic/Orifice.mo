within Mica.Hydraulic;
model Orifice "Fixed opening with turbulent flow"
  extends TwoPorts;
  parameter Units.Area A = 1e-6 "Opening";
  parameter Real C = 0.7 "Discharge coefficient";
  parameter Units.Density rho = 860 "Density of the oil";
  parameter Units.Pressure dpSmall = 1e3 "Below this difference of pressures the flow is laminar";
equation
  q = C*A*sqrt(2/rho)*dp/(dp*dp + dpSmall*dpSmall)^0.25;
  annotation (Icon(graphics={Line(points={{-90, 0}, {90, 0}}, color={150, 100, 0}), Line(points={{-30, 50}, {-10, 10}, {10, 10}, {30, 50}}, color={150, 100, 0}), Line(points={{-30, -50}, {-10, -10}, {10, -10}, {30, -50}}, color={150, 100, 0})}), Documentation(info="<html><p><code>q = C*A*sqrt(2*dp/rho)</code>, smooth around zero.</p></html>"));
end Orifice;
