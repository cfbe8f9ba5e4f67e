within Mica.Rotational;
model Freewheel "Lets b run ahead of a and never fall behind"
  extends TwoFlanges;
  parameter Units.Time settling = 0.01 "Time constant with which the slip dies out that is left when it locks";
  Units.Angle phi_rel(start=0) "Angle from a to b";
  Units.AngularVelocity w_rel(start=0) "Speed of b against a; not negative";
  Units.AngularAcceleration a_rel "Its rate of change";
  Units.Torque tau "Torque that b takes from a; not negative";
  Real s "Place on the characteristic: minus the torque while it is locked, while b runs ahead how fast it gains";
  Boolean start(start=false, fixed=true) "Begins to run free";
  Boolean free(start=false, fixed=true) "b runs ahead";
protected
  constant Units.AngularAcceleration unitAcceleration = 1;
  constant Units.Torque unitTorque = 1;
equation
  phi_rel = b.phi - a.phi;
  w_rel = der(phi_rel);
  a_rel = der(w_rel);
  b.tau = -tau;
  a.tau = tau;

  start = not pre(free) and s > 0;
  a_rel + w_rel/settling = if pre(free) or start then s*unitAcceleration else 0;
  tau = if pre(free) or start then 0 else -s*unitTorque;
  free = (pre(free) or start) and w_rel > 0;
  annotation (
    Icon(graphics={Ellipse(extent={{-60, 60}, {60, -60}}, lineColor={60, 60, 60}), Ellipse(extent={{-35, 35}, {35, -35}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid),
        Line(points={{-90, 0}, {-35, 0}}, color={60, 60, 60}), Line(points={{60, 0}, {90, 0}}, color={60, 60, 60}), Polygon(points={{-8, 60}, {12, 48}, {-8, 36}, {-8, 60}}, lineColor={60, 60, 60}, fillColor={60, 60, 60}, fillPattern=FillPattern.Solid)}),
    Documentation(info="<html>
<p>The curve of torque over acceleration at slip zero is that of a diode; a state machine waits until the parts really move against each other, as for dry friction. Held at <code>a</code> by a
<a href=\"modelica://Mica.Rotational.Fixed\">Fixed</a> it keeps <code>b</code> from turning backward.</p>
</html>"));
end Freewheel;
