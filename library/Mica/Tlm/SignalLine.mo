within Mica.Tlm;
block SignalLine "Signal that arrives a delay later"
  extends Blocks.SISO;
  parameter Units.Time T(min=0) = 1e-3 "Delay";
  parameter Real y_start = 0 "y until the first value has travelled";
protected
  parameter Units.Time t0(fixed=false) "When the simulation starts";
initial equation
  t0 = time;
equation
  y = if time < t0 + T then y_start else delay(u, T);
  annotation (Icon(graphics={Line(points={{-70, 0}, {70, 0}}, color={120, 80, 160}, thickness=0.5, arrow={Arrow.None, Arrow.Filled}), Text(extent={{-70, 60}, {70, 10}}, textString="%T s")}));
end SignalLine;
