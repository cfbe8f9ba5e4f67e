within Mica.Rotational;
model TorqueSource "Drives a flange with a torque that is a signal"
  Blocks.RealInput tau(unit="N.m") "Torque on what the flange is joined to" annotation (Placement(transformation(extent={{-140, -20}, {-100, 20}})));
  Flange flange annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  flange.tau = -tau;
  annotation (Icon(graphics={Line(points={{-60, -40}, {-30, 30}, {20, 50}, {60, 20}}, color={60, 60, 60}, smooth=Smooth.Bezier, arrow={Arrow.None, Arrow.Filled}), Line(points={{20, 0}, {90, 0}}, color={60, 60, 60})}));
end TorqueSource;
