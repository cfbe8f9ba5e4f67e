within Mica.Rotational;
model SpringDamper "Linear spring and damper side by side"
  extends Compliant(phi_rel(stateSelect=StateSelect.prefer));
  parameter Units.RotationalStiffness c = 1 "Stiffness";
  parameter Units.RotationalDamping d = 1 "Damping";
  parameter Units.Angle phi_rel0 = 0 "Angle at which the spring is relaxed";
  Units.AngularVelocity w_rel(stateSelect=StateSelect.prefer) "Speed of b against a";
equation
  w_rel = der(phi_rel);
  tau = c*(phi_rel - phi_rel0) + d*w_rel;
  annotation (Icon(graphics={Line(points={{-80, 30}, {-60, 30}, {-45, 60}, {-15, 0}, {15, 60}, {45, 0}, {60, 30}, {80, 30}, {80, -40}, {20, -40}}, color={60, 60, 60}),
        Line(points={{-80, 30}, {-80, -40}, {-10, -40}}, color={60, 60, 60}), Line(points={{-10, -25}, {-10, -55}}, color={60, 60, 60}),
        Line(points={{-40, -20}, {20, -20}, {20, -60}, {-40, -60}}, color={60, 60, 60})}));
end SpringDamper;
