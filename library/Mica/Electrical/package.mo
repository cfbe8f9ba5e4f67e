within Mica;
package Electrical "Analog circuits"
  extends Icons.Package;

  connector Pin "Where a component is wired"
    Units.Voltage v "Potential";
    flow Units.Current i "Current into the component";
    annotation (Icon(graphics={
          Rectangle(extent={{-100, 100}, {100, -100}}, lineColor={0, 0, 255}, fillColor={0, 0, 255}, fillPattern=FillPattern.Solid)}));
  end Pin;

  partial model OnePort "Two pins, one current from p to n"
    Units.Voltage v "Voltage from p to n";
    Units.Current i "Current from p to n";
    Pin p "Positive pin" annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
    Pin n "Negative pin" annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
    annotation (Icon(graphics={Text(extent={{-150, 90}, {150, 50}}, textString="%name", textColor={0, 0, 255})}));
  end OnePort;

  annotation (Documentation(info="<html><p>Every circuit needs one <a href=\"modelica://Mica.Electrical.Ground\">Ground</a>: without it only differences of potentials
are determined.</p></html>"));
end Electrical;
