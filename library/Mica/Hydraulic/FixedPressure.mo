within Mica.Hydraulic;
model FixedPressure "Pump or tank of one pressure"
  parameter Units.Pressure p = 0 "Pressure";
  Port port annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  port.p = p;
  annotation (Icon(graphics={Rectangle(extent={{-90, 90}, {90, -90}}, lineColor={150, 100, 0}, pattern=LinePattern.Dash), Text(extent={{-80, 25}, {80, -25}}, textString="%p")}));
end FixedPressure;
