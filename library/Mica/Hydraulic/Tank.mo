within Mica.Hydraulic;
model Tank "Open tank: oil at the pressure of the surroundings"
  Port port annotation (Placement(transformation(extent={{-10, 90}, {10, 110}})));
equation
  port.p = 0;
  annotation (Icon(graphics={Line(points={{-60, 30}, {-60, -40}, {60, -40}, {60, 30}}, color={150, 100, 0}, thickness=0.5), Line(points={{0, 90}, {0, -20}}, color={150, 100, 0})}));
end Tank;
