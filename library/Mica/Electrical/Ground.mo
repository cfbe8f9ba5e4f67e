within Mica.Electrical;
model Ground "Potential zero"
  Pin p annotation (Placement(transformation(extent={{-10, 90}, {10, 110}})));
equation
  p.v = 0;
  annotation (Icon(graphics={Line(points={{0, 90}, {0, 30}}, color={0, 0, 255}), Line(points={{-60, 30}, {60, 30}}, color={0, 0, 255}),
        Line(points={{-40, 0}, {40, 0}}, color={0, 0, 255}), Line(points={{-20, -30}, {20, -30}}, color={0, 0, 255})}));
end Ground;
