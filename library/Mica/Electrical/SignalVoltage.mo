within Mica.Electrical;
model SignalVoltage "Source whose voltage is a signal"
  extends OnePort;
  Blocks.RealInput u(unit="V") "The voltage" annotation (Placement(transformation(origin={0, 120}, extent={{-20, -20}, {20, 20}}, rotation=-90)));
equation
  v = u;
  annotation (Icon(graphics={Ellipse(extent={{-50, 50}, {50, -50}}, lineColor={0, 0, 255}), Line(points={{-90, 0}, {90, 0}}, color={0, 0, 255}), Line(points={{0, 100}, {0, 50}}, color={0, 0, 127})}));
end SignalVoltage;
