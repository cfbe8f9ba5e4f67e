within Mica.Translational;
model SpringDamper "Linear spring and damper side by side"
  extends Compliant(s_rel(stateSelect=StateSelect.prefer));
  parameter Units.TranslationalStiffness c = 1 "Stiffness";
  parameter Units.TranslationalDamping d = 1 "Damping";
  parameter Units.Length s_rel0 = 0 "Length of the relaxed spring";
  Units.Velocity v_rel(stateSelect=StateSelect.prefer) "Velocity of b against a";
equation
  v_rel = der(s_rel);
  f = c*(s_rel - s_rel0) + d*v_rel;
  annotation (Icon(graphics={Line(points={{-80, 30}, {-60, 30}, {-45, 60}, {-15, 0}, {15, 60}, {45, 0}, {60, 30}, {80, 30}, {80, -40}, {20, -40}}, color={0, 127, 0}),
        Line(points={{-80, 30}, {-80, -40}, {-10, -40}}, color={0, 127, 0}), Line(points={{-10, -25}, {-10, -55}}, color={0, 127, 0}), Line(points={{-40, -20}, {20, -20}, {20, -60}, {-40, -60}}, color={0, 127, 0}),
        Line(points={{-90, 0}, {-80, 0}}, color={0, 127, 0}), Line(points={{80, 0}, {90, 0}}, color={0, 127, 0})}));
end SpringDamper;
