within Mica.Hydraulic;
model FlowSource "Given flow of oil"
  parameter Units.VolumeFlowRate q = 1e-4 "Out of the source";
  Port port annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  port.q = -q;
  annotation (Icon(graphics={Ellipse(extent={{-60, 60}, {60, -60}}, lineColor={150, 100, 0}, fillColor={250, 245, 225}, fillPattern=FillPattern.Solid), Line(points={{-40, 0}, {80, 0}}, color={150, 100, 0}, arrow={Arrow.None, Arrow.Filled}), Text(extent={{-150, 110}, {150, 70}}, textString="%name", textColor={0, 0, 255})}));
end FlowSource;
