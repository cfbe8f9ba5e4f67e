within Mica.Electrical;
model VoltageSensor "Measures the voltage between two pins"
  extends OnePort;
  Blocks.RealOutput y(unit="V") "The voltage" annotation (Placement(transformation(origin={0, -110}, extent={{-10, -10}, {10, 10}}, rotation=-90)));
equation
  i = 0;
  y = v;
  annotation (Icon(graphics={Ellipse(extent={{-60, 60}, {60, -60}}, lineColor={90, 90, 90}, fillColor={245, 245, 245}, fillPattern=FillPattern.Solid), Line(points={{-90, 0}, {-60, 0}}, color={0, 0, 255}), Line(points={{60, 0}, {90, 0}}, color={0, 0, 255}), Text(extent={{-30, 30}, {30, -30}}, textString="V")}));
end VoltageSensor;
