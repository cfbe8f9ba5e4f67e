within Mica.Blocks;
block Sampler "Takes the signal every samplePeriod and holds it"
  extends SISO(y(start=y_start, fixed=true));
  parameter Units.Time samplePeriod = 0.1 "Time between samples";
  parameter Units.Time startTime = 0 "Time of the first sample";
  parameter Real y_start = 0 "y before the first sample";
equation
  when sample(startTime, samplePeriod) then
    y = u;
  end when;
  annotation (Icon(graphics={Line(points={{-80, -40}, {-40, -40}, {-40, 20}, {10, 20}, {10, 60}, {60, 60}, {60, 10}, {80, 10}}, color={0, 0, 127})}));
end Sampler;
