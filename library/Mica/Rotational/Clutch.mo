within Mica.Rotational;
model Clutch "Plates that are pressed together and take each other along"
  extends TwoFlanges;
  extends DryFriction;
  Units.Angle phi_rel(start=0) "Angle from a to b";
equation
  phi_rel = b.phi - a.phi;
  w_rel = der(phi_rel);
  a_rel = der(w_rel);
  b.tau = tau;
  a.tau = -tau;
  annotation (Icon(graphics={Line(points={{-90, 0}, {-20, 0}}, color={60, 60, 60}), Line(points={{20, 0}, {90, 0}}, color={60, 60, 60}),
        Rectangle(extent={{-30, 60}, {-10, -60}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid),
        Rectangle(extent={{10, 60}, {30, -60}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid), Line(points={{0, 100}, {0, 60}}, color={0, 0, 127})}));
end Clutch;
