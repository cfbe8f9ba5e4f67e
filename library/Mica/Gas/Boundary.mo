within Mica.Gas;
model Boundary "Gas of a given pressure, temperature and composition"
  replaceable package Medium = Media.Air constrainedby Media.Mixture "The gas" annotation (choicesAllMatching=true);
  parameter Units.Pressure p = 101325 "Pressure";
  parameter Units.Temperature T = 293.15 "Temperature";
  parameter Units.MassFraction X[Medium.nS] = fill(1/Medium.nS, Medium.nS) "Mass fractions";
  Port port(redeclare package Medium = Medium) annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  port.p = p;
  port.h_outflow = Medium.specificEnthalpy(T, X);
  port.X_outflow = X;
  annotation (Icon(graphics={Ellipse(extent={{-80, 80}, {80, -80}}, lineColor={0, 140, 140}, pattern=LinePattern.Dash), Text(extent={{-60, 25}, {60, -25}}, textString="%p"), Text(extent={{-150, 130}, {150, 90}}, textString="%name", textColor={0, 0, 255})}));
end Boundary;
