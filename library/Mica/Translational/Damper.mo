within Mica.Translational;
model Damper "Linear damper"
  extends Compliant;
  parameter Units.TranslationalDamping d = 1 "Damping";
  Units.Velocity v_rel "Velocity of b against a";
equation
  v_rel = der(s_rel);
  f = d*v_rel;
  annotation (Icon(graphics={Line(points={{-90, 0}, {0, 0}}, color={0, 127, 0}), Line(points={{0, 25}, {0, -25}}, color={0, 127, 0}), Line(points={{-40, 35}, {40, 35}, {40, -35}, {-40, -35}}, color={0, 127, 0}),
        Line(points={{40, 0}, {90, 0}}, color={0, 127, 0}), Text(extent={{-150, -50}, {150, -90}}, textString="d=%d")}));
end Damper;
