within Mica.Rotational;
model Brake "Holds a shaft by friction against the housing"
  extends DryFriction;
  Flange flange annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
equation
  w_rel = der(flange.phi);
  a_rel = der(w_rel);
  flange.tau = tau;
  annotation (Icon(graphics={Line(points={{-90, 0}, {-20, 0}}, color={60, 60, 60}),
        Rectangle(extent={{-30, 60}, {-10, -60}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid), Line(points={{10, 60}, {10, -60}}, color={90, 90, 90}),
        Line(points={{10, 60}, {40, 40}}, color={90, 90, 90}), Line(points={{10, 20}, {40, 0}}, color={90, 90, 90}), Line(points={{10, -20}, {40, -40}}, color={90, 90, 90}),
        Line(points={{0, 100}, {0, 60}}, color={0, 0, 127}), Text(extent={{-150, -70}, {150, -110}}, textString="%name", textColor={0, 0, 255})}));
end Brake;
