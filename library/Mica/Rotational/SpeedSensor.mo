within Mica.Rotational;
model SpeedSensor "Measures the speed of a flange"
  Flange flange annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Blocks.RealOutput w(unit="rad/s") "The speed" annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
equation
  w = der(flange.phi);
  flange.tau = 0;
  annotation (Icon(graphics={Ellipse(extent={{-70, 70}, {70, -70}}, lineColor={90, 90, 90}, fillColor={245, 245, 245}, fillPattern=FillPattern.Solid), Text(extent={{-40, 30}, {40, -30}}, textString="w")}));
end SpeedSensor;
