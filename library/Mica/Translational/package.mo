within Mica;
package Translational "Masses, springs and dampers along a line"
  extends Icons.Package;

  connector Flange "Where a rod is joined"
    Units.Position s "Position of the rod";
    flow Units.Force f "Force into the component";
    annotation (Icon(graphics={
          Rectangle(extent={{-100, 100}, {100, -100}}, lineColor={0, 127, 0}, fillColor={0, 127, 0}, fillPattern=FillPattern.Solid)}));
  end Flange;

  partial model TwoFlanges "Two flanges, a on the left and b on the right"
    Flange a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Flange b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
    annotation (Icon(graphics={Text(extent={{-150, 100}, {150, 60}}, textString="%name", textColor={0, 0, 255})}));
  end TwoFlanges;

  partial model Compliant "No mass: a force that depends on how far b is from a"
    extends TwoFlanges;
    Units.Length s_rel(start=0) "Distance from a to b";
    Units.Force f "Force from a to b";
  equation
    s_rel = b.s - a.s;
    b.f = f;
    a.f = -f;
  end Compliant;
  annotation (Documentation(info="<html>
<p>Positions are measured from one fixed point, to the right; a force into a component that is positive pushes it to the right.</p>
</html>"));
end Translational;
