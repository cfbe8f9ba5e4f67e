within Mica.Rotational;
model Spring "Linear spring"
  extends Compliant;
  parameter Units.RotationalStiffness c = 1 "Stiffness";
  parameter Units.Angle phi_rel0 = 0 "Angle at which it is relaxed";
equation
  tau = c*(phi_rel - phi_rel0);
  annotation (Icon(graphics={Line(points={{-90, 0}, {-60, 0}, {-45, 40}, {-15, -40}, {15, 40}, {45, -40}, {60, 0}, {90, 0}}, color={60, 60, 60}), Text(extent={{-150, -50}, {150, -90}}, textString="c=%c")}));
end Spring;
