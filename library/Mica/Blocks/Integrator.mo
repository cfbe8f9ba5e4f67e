within Mica.Blocks;
block Integrator "y is the integral of k*u"
  extends SISO(y(start=y_start, fixed=true));
  parameter Real k = 1 "Factor";
  parameter Real y_start = 0 "y at the start";
equation
  der(y) = k*u;
  annotation (Icon(graphics={Line(points={{-70, -70}, {70, 70}}, color={0, 0, 127})}));
end Integrator;
