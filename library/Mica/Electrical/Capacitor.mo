within Mica.Electrical;
model Capacitor "Capacitor, C*der(v) = i"
  extends OnePort;
  parameter Units.Capacitance C = 1 "Capacitance";
equation
  C*der(v) = i;
  annotation (Icon(graphics={Line(points={{-90, 0}, {-10, 0}}, color={0, 0, 255}), Line(points={{-10, 40}, {-10, -40}}, color={0, 0, 255}),
        Line(points={{10, 40}, {10, -40}}, color={0, 0, 255}), Line(points={{10, 0}, {90, 0}}, color={0, 0, 255}), Text(extent={{-150, -50}, {150, -90}}, textString="C=%C")}));
end Capacitor;
