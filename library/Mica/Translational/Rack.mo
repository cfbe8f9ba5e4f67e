within Mica.Translational;
model Rack "Rack and pinion without mass, losses or play"
  parameter Real ratio(unit="rad/m") = 1 "Angle of the pinion divided by the way of the rack";
  Rotational.Flange pinion annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Flange rack annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  pinion.phi = ratio*rack.s;
  ratio*pinion.tau + rack.f = 0;
  annotation (Icon(graphics={Ellipse(extent={{-50, 60}, {50, -40}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid), Rectangle(extent={{-80, -40}, {90, -60}}, lineColor={0, 127, 0}, fillColor={0, 127, 0}, fillPattern=FillPattern.Solid),
        Line(points={{-90, 0}, {0, 10}}, color={60, 60, 60}), Line(points={{90, -50}, {90, 0}}, color={0, 127, 0}), Text(extent={{-150, 110}, {150, 70}}, textString="%name", textColor={0, 0, 255}), Text(extent={{-150, -70}, {150, -110}}, textString="%ratio")}));
end Rack;
