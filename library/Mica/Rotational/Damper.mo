within Mica.Rotational;
model Damper "Linear damper"
  extends Compliant;
  parameter Units.RotationalDamping d = 1 "Damping";
  Units.AngularVelocity w_rel "Speed of b against a";
equation
  w_rel = der(phi_rel);
  tau = d*w_rel;
  annotation (Icon(graphics={Line(points={{-90, 0}, {0, 0}}, color={60, 60, 60}), Line(points={{0, 25}, {0, -25}}, color={60, 60, 60}),
        Line(points={{-40, 35}, {40, 35}, {40, -35}, {-40, -35}}, color={60, 60, 60}), Line(points={{40, 0}, {90, 0}}, color={60, 60, 60}), Text(extent={{-150, -50}, {150, -90}}, textString="d=%d")}));
end Damper;
