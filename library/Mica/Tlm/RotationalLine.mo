within Mica.Tlm;
model RotationalLine "Shaft in which torque travels"
  extends Line(final c1_start=tau_start - Zc*w_start, final c2_start=tau_start + Zc*w_start, c1(unit="N.m"), c2(unit="N.m"));
  parameter Units.RotationalDamping Zc = 20 "Characteristic impedance: stiffness times T";
  parameter Units.Torque tau_start = 0 "Torque from a to b at the start";
  parameter Units.AngularVelocity w_start = 0 "Speed of the shaft at the start";
  Units.Torque tau_a "Torque from the outside into the line at a";
  Units.Torque tau_b "Torque out of the line at b";
  Units.AngularVelocity w_a "Speed of a";
  Units.AngularVelocity w_b "Speed of b";
  Rotational.Flange a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Rotational.Flange b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  w_a = der(a.phi);
  w_b = der(b.phi);
  tau_a = c1 + Zc*w_a;
  tau_b = c2 - Zc*w_b;
  sent1 = tau_a + Zc*w_a;
  sent2 = tau_b - Zc*w_b;
  a.tau = tau_a;
  b.tau = -tau_b;
  annotation (Icon(graphics={Line(points={{-90, 0}, {-80, 0}}, color={60, 60, 60}, thickness=1), Line(points={{80, 0}, {90, 0}}, color={60, 60, 60}, thickness=1)}));
end RotationalLine;
