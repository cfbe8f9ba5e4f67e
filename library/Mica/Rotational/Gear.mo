within Mica.Rotational;
model Gear "Gear without inertia, losses or play"
  extends TwoFlanges;
  parameter Real ratio = 1 "Angle of a divided by the angle of b";
equation
  a.phi = ratio*b.phi;
  ratio*a.tau + b.tau = 0;
  annotation (Icon(graphics={Rectangle(extent={{-40, 80}, {-10, -20}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid),
        Rectangle(extent={{10, 40}, {40, -80}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid), Text(extent={{-150, -90}, {150, -130}}, textString="%ratio")}));
end Gear;
