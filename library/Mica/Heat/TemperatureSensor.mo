within Mica.Heat;
model TemperatureSensor "Measures the temperature of a port"
  HeatPort port annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Blocks.RealOutput T(unit="K") "The temperature" annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
equation
  T = port.T;
  port.Q_flow = 0;
  annotation (Icon(graphics={Ellipse(extent={{-40, -30}, {40, -100}}, lineColor={191, 0, 0}), Rectangle(extent={{-15, 90}, {15, -40}}, lineColor={191, 0, 0})}));
end TemperatureSensor;
