within Mica.Blocks;
block Feedback "y = reference - measured"
  extends Icons.Block;
  RealInput reference annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
  RealInput measured annotation (Placement(transformation(origin={0, -120}, extent={{-20, -20}, {20, 20}}, rotation=90)));
  RealOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
equation
  y = reference - measured;
  annotation (Icon(graphics={Ellipse(extent={{-40, 40}, {40, -40}}, lineColor={0, 0, 127}), Text(extent={{10, -40}, {70, -90}}, textString="-", textColor={0, 0, 127})}));
end Feedback;
