within Mica.Rotational;
model Backlash "Spring and damper with play"
  extends Compliant(phi_rel(stateSelect=StateSelect.prefer));
  parameter Units.RotationalStiffness c = 1e3 "Stiffness in contact";
  parameter Units.RotationalDamping d = 0 "Damping in contact; it never pulls";
  parameter Units.Angle gap(min=0) = 0.01 "Whole play";
  Units.AngularVelocity w_rel(stateSelect=StateSelect.prefer) "Speed of b against a";
  Boolean forward "b is ahead by more than half the play";
  Boolean backward "b is behind by more than half the play";
equation
  w_rel = der(phi_rel);
  forward = phi_rel > gap/2;
  backward = phi_rel < -gap/2;
  tau = if forward then smooth(0, noEvent(max(c*(phi_rel - gap/2) + d*w_rel, 0))) elseif backward then smooth(0, noEvent(min(c*(phi_rel + gap/2) + d*w_rel, 0))) else 0;
  annotation (Icon(graphics={Line(points={{-90, 0}, {-30, 0}, {-30, 40}, {-10, 40}, {-10, -40}, {-30, -40}, {-30, 0}}, color={60, 60, 60}), Line(points={{10, 0}, {20, 20}, {35, -20}, {50, 20}, {60, 0}, {90, 0}}, color={60, 60, 60}),
        Line(points={{10, 25}, {10, -25}}, color={60, 60, 60}), Text(extent={{-150, -50}, {150, -90}}, textString="%gap")}));
end Backlash;
