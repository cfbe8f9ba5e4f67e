within Mica.Heat;
model FixedHeatFlow "Source of a constant flow of heat"
  parameter Units.HeatFlowRate Q_flow = 1 "Heat out of the source";
  HeatPort port annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  port.Q_flow = -Q_flow;
  annotation (Icon(graphics={Line(points={{-80, 0}, {80, 0}}, color={191, 0, 0}, arrow={Arrow.None, Arrow.Filled}), Text(extent={{-80, 60}, {80, 20}}, textString="%Q_flow")}));
end FixedHeatFlow;
