within Mica.Electrical;
model Inductor "Inductor, L*der(i) = v"
  extends OnePort;
  parameter Units.Inductance L = 1 "Inductance";
equation
  L*der(i) = v;
  annotation (Icon(graphics={Line(points={{-90, 0}, {-60, 0}}, color={0, 0, 255}), Line(points={{60, 0}, {90, 0}}, color={0, 0, 255}),
        Ellipse(extent={{-60, 20}, {-20, -20}}, startAngle=0, endAngle=180, lineColor={0, 0, 255}),
        Ellipse(extent={{-20, 20}, {20, -20}}, startAngle=0, endAngle=180, lineColor={0, 0, 255}),
        Ellipse(extent={{20, 20}, {60, -20}}, startAngle=0, endAngle=180, lineColor={0, 0, 255}), Text(extent={{-150, -40}, {150, -80}}, textString="L=%L")}));
end Inductor;
