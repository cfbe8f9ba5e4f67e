within Mica.TwoPhase;
model CrossFlowExchanger "Fluid in a pipe, air across it, walls between them"
  replaceable package Medium = CarbonDioxide constrainedby Helmholtz "The fluid" annotation (choicesAllMatching=true);
  parameter Integer n(min=1) = 5 "Number of cells";
  parameter Units.Volume V = 3e-4 "Volume of the fluid";
  parameter Units.ThermalConductance G = 650 "Conductance between fluid and walls at the nominal flow";
  parameter Units.MassFlowRate m_nominal = 0.03 "Nominal flow of the fluid";
  parameter Units.ThermalConductance G_air = 1200 "Conductance between air and walls";
  parameter Units.MassFlowRate m_air = 0.6 "Flow of air";
  parameter Units.Temperature T_air = 305 "Temperature of the air that arrives";
  parameter Units.HeatCapacity C = 1000 "Heat capacity of the walls";
  parameter Units.Pressure p_start = 66e5 "Pressure at the start";
  parameter Units.SpecificEnthalpy h_start = 420e3 "Enthalpy at the start";
  parameter Units.Temperature T_start = 300 "Temperature of the walls at the start";
  parameter Real loss(unit="Pa.s/kg") = 2e5 "Fall of pressure from the first cell to the last, divided by the flow";
  Port a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Port b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Pipe pipe(redeclare package Medium = Medium, n=n, V=V, G=G, m_nominal=m_nominal, p_start=p_start, h_start=h_start, loss=loss) annotation (Placement(transformation(extent={{-10, -50}, {10, -30}})));
  Heat.HeatCapacitor wall[n](each C=C/n, each T(start=T_start, fixed=true)) annotation (Placement(transformation(extent={{30, 10}, {50, 30}})));
  AirChannels air(n=n, m_flow=m_air, T_in=T_air, G=G_air) annotation (Placement(transformation(extent={{-10, 40}, {10, 60}})));
equation
  connect(a, pipe.a) annotation (Line(points={{-100, 0}, {-55, 0}, {-55, -40}, {-10, -40}}, color={0, 90, 190}));
  connect(pipe.b, b) annotation (Line(points={{10, -40}, {55, -40}, {55, 0}, {100, 0}}, color={0, 90, 190}));
  connect(pipe.heat, wall.port) annotation (Line(points={{0, -30}, {0, -10}, {40, -10}, {40, 10}}, color={191, 0, 0}));
  connect(air.walls, wall.port) annotation (Line(points={{0, 40}, {0, 25}, {40, 25}, {40, 10}}, color={191, 0, 0}));
  annotation (Icon(graphics={Rectangle(extent={{-90, 60}, {90, -60}}, lineColor={0, 90, 190}, fillColor={240, 248, 253}, fillPattern=FillPattern.Solid), Line(points={{-90, 0}, {-60, 0}, {-40, 40}, {-20, -40}, {0, 40}, {20, -40}, {40, 40}, {60, 0}, {90, 0}}, color={0, 90, 190}), Line(points={{-70, 90}, {-70, -80}}, color={90, 160, 210}, arrow={Arrow.None, Arrow.Filled}), Line(points={{70, 90}, {70, -80}}, color={90, 160, 210}, arrow={Arrow.None, Arrow.Filled}), Text(extent={{-150, -90}, {150, -130}}, textString="%name", textColor={0, 0, 255})}));
end CrossFlowExchanger;
