within Mica.Blocks;
block BooleanPulse "True once every period"
  extends Icons.Block;
  parameter Units.Time period = 1 "Time from pulse to pulse";
  parameter Real width(min=0, max=1) = 0.5 "Part of the period in which the signal is true";
  parameter Units.Time startTime = 0 "Start of the first pulse";
  BooleanOutput y annotation (Placement(transformation(extent={{100, -10}, {120, 10}})));
protected
  Units.Time begin(start=startTime, fixed=true) "Start of the last pulse";
equation
  when sample(startTime, period) then
    begin = time;
  end when;
  y = time >= startTime and time < begin + width*period;
  annotation (Icon(graphics={Line(points={{-80, -60}, {-60, -60}, {-60, 60}, {-20, 60}, {-20, -60}, {30, -60}, {30, 60}, {70, 60}, {70, -60}}, color={170, 0, 170})}));
end BooleanPulse;
