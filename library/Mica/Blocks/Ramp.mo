within Mica.Blocks;
block Ramp "Rises by height from startTime on, in the time duration"
  extends Source;
  parameter Real height = 1 "Height of the ramp";
  parameter Units.Time duration = 1 "Time from the foot to the top";
equation
  y = offset + (if time < startTime then 0 elseif time < startTime + duration then height*(time - startTime)/duration else height);
  annotation (Icon(graphics={Line(points={{-80, -60}, {-40, -60}, {40, 60}, {80, 60}}, color={0, 0, 127})}));
end Ramp;
