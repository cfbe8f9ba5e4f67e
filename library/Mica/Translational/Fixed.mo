within Mica.Translational;
model Fixed "Flange that does not move"
  parameter Units.Position s0 = 0 "Its position";
  Flange flange annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
equation
  flange.s = s0;
  annotation (Icon(graphics={Line(points={{-80, -40}, {80, -40}}, color={90, 90, 90}), Line(points={{0, -40}, {0, 0}}, color={0, 127, 0}), Line(points={{40, -40}, {20, -80}}, color={90, 90, 90}),
        Line(points={{0, -40}, {-20, -80}}, color={90, 90, 90}), Line(points={{-40, -40}, {-60, -80}}, color={90, 90, 90})}));
end Fixed;
