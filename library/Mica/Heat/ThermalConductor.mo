within Mica.Heat;
model ThermalConductor "Conducts heat and stores none"
  parameter Units.ThermalConductance G = 1 "Thermal conductance";
  HeatPort a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  HeatPort b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Units.HeatFlowRate Q_flow "Heat from a to b";
equation
  a.Q_flow = Q_flow;
  b.Q_flow = -Q_flow;
  Q_flow = G*(a.T - b.T);
  annotation (Icon(graphics={Rectangle(extent={{-90, 50}, {90, -50}}, lineColor={191, 0, 0}, fillColor={250, 235, 230}, fillPattern=FillPattern.Solid), Text(extent={{-80, 25}, {80, -25}}, textString="%G")}));
end ThermalConductor;
