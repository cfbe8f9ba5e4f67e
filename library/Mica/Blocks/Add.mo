within Mica.Blocks;
block Add "y = k1*u1 + k2*u2"
  extends Icons.Block;
  parameter Real k1 = 1 "Factor of u1";
  parameter Real k2 = 1 "Factor of u2";
  RealInput u1 annotation (Placement(transformation(extent={{-140, 40}, {-100, 80}})));
  RealInput u2 annotation (Placement(transformation(extent={{-140, -80}, {-100, -40}})));
  RealOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
equation
  y = k1*u1 + k2*u2;
  annotation (Icon(graphics={Text(extent={{-60, 60}, {60, -60}}, textString="+", textColor={0, 0, 127})}));
end Add;
