within Mica.Electrical;
model ConstantVoltage "Source of constant voltage"
  extends OnePort;
  parameter Units.Voltage V = 1 "Voltage";
equation
  v = V;
  annotation (Icon(graphics={Ellipse(extent={{-50, 50}, {50, -50}}, lineColor={0, 0, 255}), Line(points={{-90, 0}, {90, 0}}, color={0, 0, 255}), Text(extent={{-150, -60}, {150, -100}}, textString="V=%V")}));
end ConstantVoltage;
