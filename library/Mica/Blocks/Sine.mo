within Mica.Blocks;
block Sine "A sine wave from startTime on"
  extends Source;
  parameter Real amplitude = 1 "Amplitude";
  parameter Units.Frequency f = 1 "Frequency";
  parameter Units.Angle phase = 0 "Phase at startTime";
equation
  y = offset + (if time < startTime then 0 else amplitude*sin(2*Constants.pi*f*(time - startTime) + phase));
  annotation (Icon(graphics={Line(points={{-80, 0}, {-60, 50}, {-40, 70}, {-20, 50}, {0, 0}, {20, -50}, {40, -70}, {60, -50}, {80, 0}}, color={0, 0, 127}, smooth=Smooth.Bezier)}));
end Sine;
