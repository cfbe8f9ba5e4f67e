within Mica.Electrical;
model Conductor "Conductor, i = G*v"
  extends OnePort;
  parameter Units.Conductance G = 1 "Conductance";
equation
  i = G*v;
  annotation (Icon(graphics={Rectangle(extent={{-70, 30}, {70, -30}}, lineColor={0, 0, 255}, fillColor={235, 240, 250}, fillPattern=FillPattern.Solid), Line(points={{-90, 0}, {-70, 0}}, color={0, 0, 255}), Line(points={{70, 0}, {90, 0}}, color={0, 0, 255}), Text(extent={{-150, -40}, {150, -80}}, textString="G=%G")}));
end Conductor;
