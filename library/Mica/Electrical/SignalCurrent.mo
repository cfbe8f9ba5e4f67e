within Mica.Electrical;
model SignalCurrent "Source whose current is a signal, from p to n inside"
  extends OnePort;
  Blocks.RealInput u(unit="A") "The current" annotation (Placement(transformation(origin={0, 120}, extent={{-20, -20}, {20, 20}}, rotation=-90)));
equation
  i = u;
  annotation (Icon(graphics={Ellipse(extent={{-50, 50}, {50, -50}}, lineColor={0, 0, 255}), Line(points={{-90, 0}, {90, 0}}, color={0, 0, 255}), Line(points={{0, 100}, {0, -50}}, color={0, 0, 127})}));
end SignalCurrent;
