within Mica.TwoPhase;
model CounterFlowExchanger "Two flows of a fluid in opposite directions, walls between them"
  replaceable package Medium = CarbonDioxide constrainedby Helmholtz "The fluid" annotation (choicesAllMatching=true);
  parameter Integer n(min=1) = 5 "Number of cells";
  parameter Units.Volume V = 1e-4 "Volume of each flow";
  parameter Units.ThermalConductance G = 200 "Conductance between a flow and the walls at the nominal flow";
  parameter Units.MassFlowRate m_nominal = 0.03 "Nominal flow";
  parameter Units.HeatCapacity C = 300 "Heat capacity of the walls";
  parameter Units.Pressure p_start1 = 66e5 "Pressure of the first flow at the start";
  parameter Units.Pressure p_start2 = 66e5 "Pressure of the second flow at the start";
  parameter Units.SpecificEnthalpy h_start1 = 420e3 "Enthalpy of the first flow at the start";
  parameter Units.SpecificEnthalpy h_start2 = 420e3 "Enthalpy of the second flow at the start";
  parameter Units.Temperature T_start = 300 "Temperature of the walls at the start";
  parameter Real loss(unit="Pa.s/kg") = 2e5 "Fall of pressure from the first cell to the last, divided by the flow";
  Port a1 "Inlet of the first flow" annotation (Placement(transformation(extent={{-110, 40}, {-90, 60}})));
  Port b1 "Outlet of the first flow" annotation (Placement(transformation(extent={{90, 40}, {110, 60}})));
  Port a2 "Inlet of the second flow" annotation (Placement(transformation(extent={{90, -60}, {110, -40}})));
  Port b2 "Outlet of the second flow" annotation (Placement(transformation(extent={{-110, -60}, {-90, -40}})));
  Pipe first(redeclare package Medium = Medium, n=n, V=V, G=G, m_nominal=m_nominal, p_start=p_start1, h_start=h_start1, loss=loss) annotation (Placement(transformation(extent={{-10, 60}, {10, 40}})));
  Pipe second(redeclare package Medium = Medium, n=n, V=V, G=G, m_nominal=m_nominal, p_start=p_start2, h_start=h_start2, loss=loss) annotation (Placement(transformation(extent={{10, -60}, {-10, -40}})));
  Heat.HeatCapacitor wall[n](each C=C/n, each T(start=T_start, fixed=true)) annotation (Placement(transformation(extent={{30, -10}, {50, 10}})));
equation
  connect(a1, first.a) annotation (Line(points={{-100, 50}, {-10, 50}}, color={0, 90, 190}));
  connect(first.b, b1) annotation (Line(points={{10, 50}, {100, 50}}, color={0, 90, 190}));
  connect(a2, second.a) annotation (Line(points={{100, -50}, {10, -50}}, color={0, 90, 190}));
  connect(second.b, b2) annotation (Line(points={{-10, -50}, {-100, -50}}, color={0, 90, 190}));
  connect(first.heat, wall.port) annotation (Line(points={{0, 40}, {0, 15}, {40, 15}, {40, -10}}, color={191, 0, 0}));
  for i in 1:n loop
    connect(second.heat[i], wall[n + 1 - i].port) annotation (Line(points={{0, -40}, {0, -25}, {40, -25}, {40, -10}}, color={191, 0, 0}));
  end for;
  annotation (Icon(graphics={Rectangle(extent={{-90, 80}, {90, -80}}, lineColor={0, 90, 190}, fillColor={240, 248, 253}, fillPattern=FillPattern.Solid), Line(points={{-90, 50}, {80, 50}}, color={0, 90, 190}, arrow={Arrow.None, Arrow.Filled}), Line(points={{90, -50}, {-80, -50}}, color={0, 90, 190}, arrow={Arrow.None, Arrow.Filled}), Line(points={{-90, 0}, {90, 0}}, color={0, 90, 190}, thickness=1), Text(extent={{-150, -90}, {150, -130}}, textString="%name", textColor={0, 0, 255})}));
end CounterFlowExchanger;
