within Mica.Blocks;
block Step "Jumps by height at startTime"
  extends Source;
  parameter Real height = 1 "Height of the step";
equation
  y = offset + (if time < startTime then 0 else height);
  annotation (Icon(graphics={Line(points={{-80, -60}, {0, -60}, {0, 60}, {80, 60}}, color={0, 0, 127})}));
end Step;
