within Mica.Rotational;
model Planetary "Planetary gear set without inertia or losses: sun, carrier and ring"
  parameter Real ratio(min=1) = 2 "Teeth of the ring divided by teeth of the sun";
  Flange sun "Wheel in the middle" annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Flange carrier "Holds the planets" annotation (Placement(transformation(extent={{-110, 40}, {-90, 60}})));
  Flange ring "Wheel around the planets" annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  (1 + ratio)*carrier.phi = sun.phi + ratio*ring.phi;
  // Both wheels push the planets alike; no power is lost.
  ring.tau = ratio*sun.tau;
  carrier.tau = -(1 + ratio)*sun.tau;
  annotation (Icon(graphics={Ellipse(extent={{-70, 70}, {70, -70}}, lineColor={60, 60, 60}), Ellipse(extent={{-25, 25}, {25, -25}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid),
        Ellipse(extent={{-22, 68}, {22, 26}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid), Line(points={{-90, 50}, {0, 48}}, color={60, 60, 60}),
        Line(points={{-90, 0}, {-25, 0}}, color={60, 60, 60}), Line(points={{70, 0}, {90, 0}}, color={60, 60, 60}), Text(extent={{-150, -80}, {150, -120}}, textString="%name", textColor={0, 0, 255})}));
end Planetary;
