within Mica.Rotational;
model Fixed "Flange that does not turn"
  parameter Units.Angle phi0 = 0 "Its angle";
  Flange flange annotation (Placement(transformation(extent={{-10, -10}, {10, 10}})));
equation
  flange.phi = phi0;
  annotation (Icon(graphics={Line(points={{-80, -40}, {80, -40}}, color={90, 90, 90}), Line(points={{0, -40}, {0, 0}}, color={90, 90, 90}),
        Line(points={{40, -40}, {20, -80}}, color={90, 90, 90}), Line(points={{0, -40}, {-20, -80}}, color={90, 90, 90}), Line(points={{-40, -40}, {-60, -80}}, color={90, 90, 90})}));
end Fixed;
