within Mica.TwoPhase;
model Resistance "Fall of pressure that goes with the flow"
  parameter Real loss(unit="Pa.s/kg") = 2e5 "Fall of pressure divided by the flow";
  Port a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Port b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Units.MassFlowRate m_flow "From a to b";
equation
  m_flow = (a.p - b.p)/loss;
  a.m_flow = m_flow;
  b.m_flow = -m_flow;
  a.h_outflow = inStream(b.h_outflow);
  b.h_outflow = inStream(a.h_outflow);
  annotation (Icon(graphics={Rectangle(extent={{-70, 30}, {70, -30}}, lineColor={0, 90, 190}, fillColor={228, 238, 250}, fillPattern=FillPattern.Solid), Line(points={{-90, 0}, {-70, 0}}, color={0, 90, 190}), Line(points={{70, 0}, {90, 0}}, color={0, 90, 190}), Text(extent={{-150, 80}, {150, 40}}, textString="%name", textColor={0, 0, 255})}));
end Resistance;
