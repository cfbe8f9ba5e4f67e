within Mica.Blocks;
block Pulse "Rectangular pulses, one every period"
  extends Source;
  parameter Real amplitude = 1 "Height of a pulse";
  parameter Units.Time period = 1 "Time from pulse to pulse";
  parameter Real width(min=0, max=1) = 0.5 "Part of the period in which the signal is high";
protected
  Units.Time begin(start=startTime, fixed=true) "Beginning of the last pulse";
equation
  when sample(startTime, period) then
    begin = time;
  end when;
  y = offset + (if time >= startTime and time < begin + width*period then amplitude else 0);
  annotation (Icon(graphics={Line(points={{-80, -60}, {-50, -60}, {-50, 60}, {0, 60}, {0, -60}, {50, -60}, {50, 60}, {80, 60}}, color={0, 0, 127})}));
end Pulse;
