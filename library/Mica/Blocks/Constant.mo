within Mica.Blocks;
block Constant "y = k"
  extends Icons.Block;
  parameter Real k = 1 "The value";
  RealOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
equation
  y = k;
  annotation (Icon(graphics={Line(points={{-80, 0}, {80, 0}}, color={0, 0, 127})}));
end Constant;
