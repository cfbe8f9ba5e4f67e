// Needs the Standard Library. Must warn, better refuse: air is connected to water. The quantities of m_flow differ ("MassFlowRate.SimpleAir", "MassFlowRate.SimpleLiquidWater"), which are there for this.
model DifferentMedia "A source of air at a sink of water"
  inner Modelica.Fluid.System system;
  Modelica.Fluid.Sources.MassFlowSource_T a(redeclare package Medium = Modelica.Media.Air.SimpleAir, m_flow = 1, T = 300, nPorts = 1);
  Modelica.Fluid.Sources.FixedBoundary b(redeclare package Medium = Modelica.Media.Water.ConstantPropertyLiquidWater, nPorts = 1);
equation
  connect(a.ports[1], b.ports[1]);
end DifferentMedia;
