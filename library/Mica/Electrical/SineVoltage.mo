within Mica.Electrical;
model SineVoltage "Source of a sine voltage"
  extends OnePort;
  parameter Units.Voltage V = 1 "Amplitude";
  parameter Units.Frequency f = 50 "Frequency";
  parameter Units.Angle phase = 0 "Phase at time 0";
  parameter Units.Voltage offset = 0 "Mean voltage";
equation
  v = offset + V*sin(2*Constants.pi*f*time + phase);
  annotation (Icon(graphics={Ellipse(extent={{-50, 50}, {50, -50}}, lineColor={0, 0, 255}), Line(points={{-90, 0}, {90, 0}}, color={0, 0, 255}), Line(points={{-40, 0}, {-20, 25}, {0, 0}, {20, -25}, {40, 0}}, color={0, 0, 255}, smooth=Smooth.Bezier)}));
end SineVoltage;
