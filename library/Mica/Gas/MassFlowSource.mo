within Mica.Gas;
model MassFlowSource "Given flow of gas of a given temperature and composition"
  replaceable package Medium = Media.Air constrainedby Media.Mixture "The gas" annotation (choicesAllMatching=true);
  parameter Units.MassFlowRate m_flow = 0.01 "Out of the source";
  parameter Units.Temperature T = 293.15 "Temperature";
  parameter Units.MassFraction X[Medium.nS] = fill(1/Medium.nS, Medium.nS) "Mass fractions";
  Port port(redeclare package Medium = Medium) annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  port.m_flow = -m_flow;
  port.h_outflow = Medium.specificEnthalpy(T, X);
  port.X_outflow = X;
  annotation (Icon(graphics={Rectangle(extent={{-60, 40}, {60, -40}}, lineColor={0, 140, 140}, fillColor={230, 245, 245}, fillPattern=FillPattern.Solid), Line(points={{-40, 0}, {80, 0}}, color={0, 140, 140}, arrow={Arrow.None, Arrow.Filled}), Text(extent={{-150, 90}, {150, 50}}, textString="%name", textColor={0, 0, 255})}));
end MassFlowSource;
