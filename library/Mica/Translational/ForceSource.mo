within Mica.Translational;
model ForceSource "Pushes a flange with a force that is a signal"
  Blocks.RealInput f(unit="N") "Force on what the flange is joined to" annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
  Flange flange annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  flange.f = -f;
  annotation (Icon(graphics={Line(points={{-60, 0}, {60, 0}}, color={0, 127, 0}, thickness=1, arrow={Arrow.None, Arrow.Filled}), Line(points={{60, 0}, {90, 0}}, color={0, 127, 0}), Text(extent={{-150, 100}, {150, 60}}, textString="%name", textColor={0, 0, 255})}));
end ForceSource;
