within Mica.Tlm;
model Spring "Torsional spring as a line of equal stiffness"
  extends RotationalLine(final Zc=c*T/(1 - alpha));
  parameter Units.RotationalStiffness c = 1e4 "Stiffness";
  annotation (Icon(graphics={Line(points={{-60, -10}, {-45, 10}, {-15, -10}, {15, 10}, {45, -10}, {60, 10}}, color={60, 60, 60})}),
    Documentation(info="<html><p>The line adds the moment of inertia <code>c*T*T</code>, which is the error of this spring; it falls with the square of the delay.</p></html>"));
end Spring;
