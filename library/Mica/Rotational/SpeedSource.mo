within Mica.Rotational;
model SpeedSource "Turns a flange with a constant speed, whatever the torque"
  parameter Units.AngularVelocity w = 100 "Speed";
  Flange flange annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Units.Angle phi(start=0, fixed=true) "Angle";
equation
  phi = flange.phi;
  der(phi) = w;
  annotation (Icon(graphics={Ellipse(extent={{-60, 60}, {60, -60}}, lineColor={60, 60, 60}, fillColor={235, 235, 235}, fillPattern=FillPattern.Solid), Line(points={{60, 0}, {90, 0}}, color={60, 60, 60}, thickness=1), Line(points={{-30, -20}, {-10, 30}, {30, 20}}, color={60, 60, 60}, smooth=Smooth.Bezier, arrow={Arrow.None, Arrow.Filled}), Text(extent={{-150, 110}, {150, 70}}, textString="%name", textColor={0, 0, 255}), Text(extent={{-150, -70}, {150, -110}}, textString="%w")}));
end SpeedSource;
