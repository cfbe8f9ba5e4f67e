within Mica.Hydraulic;
model PlungerCylinder "Cylinder with one chamber and a rod"
  parameter Units.Area A = 5e-3 "Area of the plunger";
  parameter Units.Volume V0 = 1e-4 "Volume of oil at the position zero";
  parameter Units.BulkModulus beta = 1.6e9 "Bulk modulus of the oil";
  parameter Units.Pressure p_start = 0 "Pressure at the start";
  Port port annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Translational.Flange flange "The rod" annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Units.Pressure p(start=p_start, fixed=true, nominal=1e6) "Pressure";
  Units.Volume V "Volume of the chamber";
  Units.Force f "On the rod";
equation
  p = port.p;
  V = V0 + A*flange.s;
  V/beta*der(p) = port.q - A*der(flange.s);
  f = A*p;
  flange.f = -f;
  annotation (Icon(graphics={Rectangle(extent={{-90, 50}, {60, -50}}, lineColor={150, 100, 0}), Rectangle(extent={{-90, 50}, {-10, -50}}, lineColor={150, 100, 0}, fillColor={250, 245, 225}, fillPattern=FillPattern.Solid), Rectangle(extent={{-10, 40}, {90, -40}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.Solid), Text(extent={{-150, 100}, {150, 60}}, textString="%name", textColor={0, 0, 255})}));
end PlungerCylinder;
