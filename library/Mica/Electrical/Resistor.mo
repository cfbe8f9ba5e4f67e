within Mica.Electrical;
model Resistor "Resistor whose heat may go to a thermal model"
  extends OnePort;
  parameter Units.Resistance R = 1 "Resistance at T_ref";
  parameter Units.Temperature T_ref = 293.15 "Temperature at which R holds";
  parameter Units.TemperatureCoefficient alpha = 0 "Relative change of the resistance with temperature";
  parameter Boolean useHeatPort = false "Has a heat port" annotation (Evaluate=true);
  Units.Temperature T "Temperature of the resistor";
  Heat.HeatPort heatPort(T=T, Q_flow=-v*i) if useHeatPort annotation (Placement(transformation(extent={{-10, -110}, {10, -90}})));
equation
  v = R*(1 + alpha*(T - T_ref))*i;
  if not useHeatPort then
    T = T_ref;
  end if;
  annotation (Icon(graphics={Rectangle(extent={{-70, 30}, {70, -30}}, lineColor={0, 0, 255}), Line(points={{-90, 0}, {-70, 0}}, color={0, 0, 255}),
        Line(points={{70, 0}, {90, 0}}, color={0, 0, 255}), Text(extent={{-150, -40}, {150, -80}}, textString="R=%R")}));
end Resistor;
