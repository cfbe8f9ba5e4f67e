within Mica.TwoPhase;
model Boundary "Fluid of a given pressure and enthalpy"
  parameter Units.Pressure p = 66e5 "Pressure";
  parameter Units.SpecificEnthalpy h = 420e3 "Specific enthalpy";
  Port port annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  port.p = p;
  port.h_outflow = h;
  annotation (Icon(graphics={Ellipse(extent={{-80, 80}, {80, -80}}, lineColor={0, 90, 190}, pattern=LinePattern.Dash), Text(extent={{-60, 25}, {60, -25}}, textString="%p"), Text(extent={{-150, 130}, {150, 90}}, textString="%name", textColor={0, 0, 255})}));
end Boundary;
