within Mica.Blocks;
block Sum "y = k*u, a weighted sum of a vector of inputs"
  extends Icons.Block;
  parameter Integer n(min=0) = 2 "Number of inputs";
  parameter Real k[n] = ones(n) "Factors";
  RealInput u[n] annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
  RealOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
equation
  y = k*u;
  annotation (Icon(graphics={Line(points={{30, 50}, {-40, 50}, {0, 0}, {-40, -50}, {30, -50}}, color={0, 0, 127})}));
end Sum;
