within Mica.Electrical;
model StepVoltage "Source whose voltage jumps once"
  extends OnePort;
  parameter Units.Voltage V = 1 "Height of the step";
  parameter Units.Time startTime = 0 "Time of the step";
  parameter Units.Voltage offset = 0 "Voltage before the step";
equation
  v = offset + (if time < startTime then 0 else V);
  annotation (Icon(graphics={Ellipse(extent={{-50, 50}, {50, -50}}, lineColor={0, 0, 255}), Line(points={{-90, 0}, {90, 0}}, color={0, 0, 255}), Line(points={{-30, -20}, {0, -20}, {0, 20}, {30, 20}}, color={0, 0, 255})}));
end StepVoltage;
