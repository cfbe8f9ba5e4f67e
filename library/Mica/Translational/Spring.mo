within Mica.Translational;
model Spring "Linear spring"
  extends Compliant;
  parameter Units.TranslationalStiffness c = 1 "Stiffness";
  parameter Units.Length s_rel0 = 0 "Length of the relaxed spring";
equation
  f = c*(s_rel - s_rel0);
  annotation (Icon(graphics={Line(points={{-90, 0}, {-60, 0}, {-45, 30}, {-15, -30}, {15, 30}, {45, -30}, {60, 0}, {90, 0}}, color={0, 127, 0}), Text(extent={{-150, -50}, {150, -90}}, textString="c=%c")}));
end Spring;
