within Mica.Hydraulic;
model Cylinder "Piston against a spring, such as that of a brake"
  parameter Units.Area A = 7e-4 "Area of the piston";
  parameter Units.Volume V0 = 2e-6 "Volume of oil at rest";
  parameter Units.Mass m = 0.4 "Mass that moves";
  parameter Real k(unit="N/m") = 8e6 "Stiffness of what it presses against";
  parameter Real d(unit="N.s/m") = 2e3 "Damping";
  parameter Units.BulkModulus beta = 1.6e9 "Bulk modulus of the oil";
  Port port annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Units.Pressure p(start=0, fixed=true, nominal=1e6) "Pressure";
  Units.Position s(start=0, fixed=true, nominal=1e-3) "Place of the piston";
  Units.Velocity v(start=0, fixed=true, nominal=0.1) "Its velocity";
equation
  p = port.p;
  (V0 + A*s)/beta*der(p) = port.q - A*v;
  der(s) = v;
  m*der(v) = A*p - k*s - d*v;
  annotation (Icon(graphics={Rectangle(extent={{-90, 50}, {90, -50}}, lineColor={150, 100, 0}), Rectangle(extent={{0, 50}, {20, -50}}, lineColor={150, 100, 0}, fillColor={150, 100, 0}, fillPattern=FillPattern.Solid), Line(points={{20, 0}, {90, 0}}, color={150, 100, 0})}));
end Cylinder;
