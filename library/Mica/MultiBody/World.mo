within Mica.MultiBody;
model World "The world: where chains start, and gravity"
  parameter Units.Acceleration g[3] = {0, 0, -Constants.g} "Gravity";
  Frame frame annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  Connections.root(frame.R);
  frame.r = zeros(3);
  frame.R.T = identity(3);
  frame.R.w = zeros(3);
  annotation (defaultComponentName="world", defaultComponentPrefixes="inner", Icon(graphics={Rectangle(extent={{-90, 90}, {90, -90}}, lineColor={95, 95, 95}, fillColor={225, 225, 225}, fillPattern=FillPattern.Solid), Line(points={{-60, -60}, {-60, 60}}, color={95, 95, 95}, arrow={Arrow.None, Arrow.Filled}), Line(points={{-60, -60}, {60, -60}}, color={95, 95, 95}, arrow={Arrow.None, Arrow.Filled}), Line(points={{40, 60}, {40, 0}}, color={0, 127, 0}, arrow={Arrow.None, Arrow.Filled})}));
end World;
