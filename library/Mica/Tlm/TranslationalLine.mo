within Mica.Tlm;
model TranslationalLine "Rod in which force travels"
  extends Line(final c1_start=f_start - Zc*v_start, final c2_start=f_start + Zc*v_start, c1(unit="N"), c2(unit="N"));
  parameter Units.TranslationalDamping Zc = 1e3 "Characteristic impedance: stiffness times T";
  parameter Units.Force f_start = 0 "Force from a to b at the start";
  parameter Units.Velocity v_start = 0 "Velocity of the rod at the start";
  Units.Force f_a "Force from the outside into the line at a";
  Units.Force f_b "Force out of the line at b";
  Units.Velocity v_a "Velocity of a";
  Units.Velocity v_b "Velocity of b";
  Translational.Flange a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Translational.Flange b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  v_a = der(a.s);
  v_b = der(b.s);
  f_a = c1 + Zc*v_a;
  f_b = c2 - Zc*v_b;
  sent1 = f_a + Zc*v_a;
  sent2 = f_b - Zc*v_b;
  a.f = f_a;
  b.f = -f_b;
  annotation (Icon(graphics={Line(points={{-90, 0}, {-80, 0}}, color={0, 127, 0}, thickness=1), Line(points={{80, 0}, {90, 0}}, color={0, 127, 0}, thickness=1)}));
end TranslationalLine;
