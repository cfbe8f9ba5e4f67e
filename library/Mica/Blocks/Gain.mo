within Mica.Blocks;
block Gain "y = k*u"
  extends SISO;
  parameter Real k = 1 "Factor";
equation
  y = k*u;
  annotation (Icon(graphics={Polygon(points={{-90, 80}, {80, 0}, {-90, -80}, {-90, 80}}, lineColor={0, 0, 127}), Text(extent={{-85, 30}, {35, -30}}, textString="%k")}));
end Gain;
