within Mica.Blocks;
block PI "Proportional and integral controller, y = k*(u + x) with T*der(x) = u"
  extends SISO;
  parameter Real k = 1 "Gain";
  parameter Units.Time T = 1 "Time of the integral part";
  parameter Real x_start = 0 "Integral part at the start";
  Real x(start=x_start, fixed=true) "Integral part";
equation
  T*der(x) = u;
  y = k*(u + x);
  annotation (Icon(graphics={Line(points={{-80, -60}, {-60, -60}, {-60, -10}, {70, 70}}, color={0, 0, 127}), Text(extent={{0, -10}, {80, -70}}, textString="PI")}));
end PI;
