within Mica.Rotational;
model LossyPlanetary "Planetary gear set that loses a part of the power in its meshes"
  parameter Real ratio(min=1) = 2 "Teeth of the ring divided by teeth of the sun";
  parameter Real efficiency(min=0, max=1) = 0.98 "Of the power that rolls from sun to ring or back, seen from the carrier";
  parameter Units.Power small = 1e-3 "Rolling power below which the losses fade";
  Flange sun "Wheel in the middle" annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Flange carrier "Holds the planets" annotation (Placement(transformation(extent={{-110, 40}, {-90, 60}})));
  Flange ring "Wheel around the planets" annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Units.Power rolling "Power that the sun gives to the planets, seen from the carrier";
  Units.Power loss "Power that is lost";
equation
  (1 + ratio)*carrier.phi = sun.phi + ratio*ring.phi;
  rolling = sun.tau*der(sun.phi - carrier.phi);
  ring.tau = ratio*sun.tau*smooth(0, noEvent(if rolling > small then efficiency elseif rolling < -small then 1/efficiency else 1 + (rolling/small)*(if rolling > 0 then efficiency - 1 else 1 - 1/efficiency)));
  carrier.tau + sun.tau + ring.tau = 0;
  loss = sun.tau*der(sun.phi) + ring.tau*der(ring.phi) + carrier.tau*der(carrier.phi);
  annotation (Icon(graphics={Ellipse(extent={{-70, 70}, {70, -70}}, lineColor={60, 60, 60}), Ellipse(extent={{-25, 25}, {25, -25}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid), Ellipse(extent={{-22, 68}, {22, 26}}, lineColor={191, 0, 0}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid), Line(points={{-90, 50}, {0, 48}}, color={60, 60, 60}), Line(points={{-90, 0}, {-25, 0}}, color={60, 60, 60}), Line(points={{70, 0}, {90, 0}}, color={60, 60, 60}), Text(extent={{-150, -80}, {150, -120}}, textString="%name", textColor={0, 0, 255})}), Documentation(info="<html><p>Losses arise where wheels roll on each other, so they follow from the power seen from the carrier: a set that turns as a whole loses nothing.</p></html>"));
end LossyPlanetary;
