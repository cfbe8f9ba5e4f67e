within Mica.TwoPhase;
model MassFlowSource "Given flow of a given enthalpy"
  parameter Units.MassFlowRate m_flow = 0.03 "Out of the source";
  parameter Units.SpecificEnthalpy h = 420e3 "Specific enthalpy";
  Port port annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  port.m_flow = -m_flow;
  port.h_outflow = h;
  annotation (Icon(graphics={Rectangle(extent={{-60, 40}, {60, -40}}, lineColor={0, 90, 190}, fillColor={228, 238, 250}, fillPattern=FillPattern.Solid), Line(points={{-40, 0}, {80, 0}}, color={0, 90, 190}, arrow={Arrow.None, Arrow.Filled}), Text(extent={{-150, 90}, {150, 50}}, textString="%name", textColor={0, 0, 255})}));
end MassFlowSource;
