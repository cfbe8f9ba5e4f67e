within Mica.Translational;
model PositionSensor "Measures the position of a flange"
  Flange flange annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Blocks.RealOutput s(unit="m") "The position" annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
equation
  s = flange.s;
  flange.f = 0;
  annotation (Icon(graphics={Rectangle(extent={{-70, 40}, {70, -40}}, lineColor={90, 90, 90}, fillColor={245, 245, 245}, fillPattern=FillPattern.Solid), Line(points={{-90, 0}, {-70, 0}}, color={0, 127, 0}), Text(extent={{-40, 30}, {40, -30}}, textString="s")}));
end PositionSensor;
