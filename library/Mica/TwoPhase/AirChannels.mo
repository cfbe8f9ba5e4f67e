within Mica.TwoPhase;
model AirChannels "Air that flows across walls, in as many parts as there are walls"
  parameter Integer n(min=1) = 5 "Number of walls";
  parameter Units.MassFlowRate m_flow = 0.5 "Flow of air";
  parameter Units.Temperature T_in = 305 "Temperature of the air that arrives";
  parameter Units.ThermalConductance G = 1000 "Conductance between all the air and all walls";
  parameter Units.SpecificHeatCapacity cp = 1006 "Specific heat capacity of air";
  Heat.HeatPort walls[n] annotation (Placement(transformation(extent={{-10, -110}, {10, -90}})));
  Units.HeatFlowRate Q "From the walls to the air";
  Units.Temperature T_out "Of the air that leaves, mixed";
protected
  parameter Real effectiveness = 1 - exp(-G/(m_flow*cp));
equation
  walls.Q_flow = m_flow/n*cp*effectiveness*(walls.T - fill(T_in, n));
  Q = sum(walls.Q_flow);
  Q = m_flow*cp*(T_out - T_in);
  annotation (
    Icon(graphics={Rectangle(extent={{-80, 80}, {80, -80}}, lineColor={90, 160, 210}, fillColor={240, 248, 253}, fillPattern=FillPattern.Solid), Line(points={{-60, 60}, {-60, -60}}, color={90, 160, 210}, arrow={Arrow.None, Arrow.Filled}), Line(points={{0, 60}, {0, -60}}, color={90, 160, 210}, arrow={Arrow.None, Arrow.Filled}), Line(points={{60, 60}, {60, -60}}, color={90, 160, 210}, arrow={Arrow.None, Arrow.Filled}), Text(extent={{-150, 130}, {150, 90}}, textString="%name", textColor={0, 0, 255})}),
    Documentation(info="<html><p>Dry air stores no heat; along a wall of one temperature it approaches that temperature exponentially.</p></html>"));
end AirChannels;
