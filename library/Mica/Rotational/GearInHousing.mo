within Mica.Rotational;
model GearInHousing "Gear whose housing may turn"
  extends TwoFlanges;
  parameter Real ratio = 1 "Angle of a divided by the angle of b, both against the housing";
  Flange support "The housing" annotation (Placement(transformation(extent={{-10, -110}, {10, -90}})));
equation
  a.phi - support.phi = ratio*(b.phi - support.phi);
  ratio*a.tau + b.tau = 0;
  a.tau + b.tau + support.tau = 0;
  annotation (Icon(graphics={Rectangle(extent={{-40, 80}, {-10, -20}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid), Rectangle(extent={{10, 40}, {40, -80}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid),
        Rectangle(extent={{-60, 88}, {60, -88}}, lineColor={90, 90, 90}, pattern=LinePattern.Dash), Text(extent={{30, -90}, {190, -130}}, textString="%ratio")}));
end GearInHousing;
