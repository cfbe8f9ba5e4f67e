within Mica.Heat;
model FixedTemperature "Surroundings of one temperature"
  parameter Units.Temperature T = 293.15 "Temperature";
  HeatPort port annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  port.T = T;
  annotation (Icon(graphics={Rectangle(extent={{-90, 90}, {90, -90}}, lineColor={191, 0, 0}, pattern=LinePattern.Dash), Text(extent={{-80, 25}, {80, -25}}, textString="%T")}));
end FixedTemperature;
