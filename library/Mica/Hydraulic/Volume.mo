within Mica.Hydraulic;
model Volume "Room of one pressure"
  parameter Units.Volume V = 1e-6 "Volume";
  parameter Units.BulkModulus beta = 1.6e9 "Bulk modulus of the oil";
  Units.Pressure p(start=0, fixed=true, nominal=1e6) "Pressure";
  Port port annotation (Placement(transformation(extent={{-10, -110}, {10, -90}})));
equation
  p = port.p;
  V/beta*der(p) = port.q;
  annotation (Icon(graphics={Ellipse(extent={{-70, 70}, {70, -70}}, lineColor={150, 100, 0}, fillColor={250, 245, 225}, fillPattern=FillPattern.Solid), Text(extent={{-60, 25}, {60, -25}}, textString="%V")}));
end Volume;
