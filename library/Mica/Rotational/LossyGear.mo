within Mica.Rotational;
model LossyGear "Gear in a housing that loses a part of the power in its mesh"
  extends TwoFlanges;
  parameter Real ratio = 1 "Angle of a divided by the angle of b, both against the housing";
  parameter Real efficiency(min=0, max=1) = 0.97 "Power that arrives divided by power that enters, in either direction";
  parameter Units.Power small = 1e-3 "Power below which the losses fade";
  Flange support "The housing" annotation (Placement(transformation(extent={{-10, -110}, {10, -90}})));
  Units.Power entering "Power into a, against the housing";
  Units.Power loss "Power that is lost";
equation
  a.phi - support.phi = ratio*(b.phi - support.phi);
  entering = a.tau*der(a.phi - support.phi);
  // What leaves at b is efficiency times what enters at a, or the other way round.
  -b.tau = ratio*a.tau*smooth(0, noEvent(if entering > small then efficiency elseif entering < -small then 1/efficiency else 1 + (entering/small)*(if entering > 0 then efficiency - 1 else 1 - 1/efficiency)));
  a.tau + b.tau + support.tau = 0;
  loss = entering + b.tau*der(b.phi - support.phi);
  annotation (Icon(graphics={Rectangle(extent={{-40, 80}, {-10, -20}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid), Rectangle(extent={{10, 40}, {40, -80}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid), Line(points={{50, 60}, {60, 80}, {70, 60}, {80, 80}}, color={191, 0, 0}), Text(extent={{30, -90}, {190, -130}}, textString="%ratio, %efficiency")}), Documentation(info="<html><p>The direction of the power decides which shaft pays for the losses. The housing takes the rest of the torques.</p></html>"));
end LossyGear;
