within Mica;
package Rotational "Shafts, inertias, springs, dampers"
  extends Icons.Package;

  connector Flange "Where a shaft is joined"
    Units.Angle phi "Angle of the shaft";
    flow Units.Torque tau "Torque into the component";
    annotation (Icon(graphics={
          Ellipse(extent={{-100, 100}, {100, -100}}, lineColor={90, 90, 90}, fillColor={160, 160, 160}, fillPattern=FillPattern.Solid)}));
  end Flange;

  partial model TwoFlanges "Two flanges, a on the left and b on the right"
    Flange a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Flange b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
    annotation (Icon(graphics={Text(extent={{-150, 100}, {150, 60}}, textString="%name", textColor={0, 0, 255})}));
  end TwoFlanges;

  partial model Compliant "No inertia: a torque that depends on how far b is turned against a"
    extends TwoFlanges;
    Units.Angle phi_rel(start=0) "Angle from a to b";
    Units.Torque tau "Torque from a to b";
  equation
    phi_rel = b.phi - a.phi;
    b.tau = tau;
    a.tau = -tau;
  end Compliant;
end Rotational;
