within Mica.Blocks;
block SampledPI "Proportional and integral controller that acts every samplePeriod"
  extends SISO(y(start=0, fixed=true));
  parameter Real k = 1 "Gain";
  parameter Units.Time T = 1 "Time of the integral part";
  parameter Units.Time samplePeriod = 0.1 "Time between actions";
  parameter Real x_start = 0 "Integral part at the start";
  discrete Real x(start=x_start, fixed=true) "Integral part";
equation
  when sample(0, samplePeriod) then
    x = pre(x) + samplePeriod/T*u;
    y = k*(x + u);
  end when;
  annotation (Icon(graphics={Line(points={{-80, -50}, {-40, -50}, {-40, -10}, {0, -10}, {0, 30}, {40, 30}, {40, 70}, {80, 70}}, color={0, 0, 127})}));
end SampledPI;
