within Mica.TwoPhase;
model Valve "Throttle: the enthalpy stays"
  replaceable package Medium = CarbonDioxide constrainedby Helmholtz "The fluid" annotation (choicesAllMatching=true);
  parameter Units.Pressure dp_small = 2e4 "Below this difference of pressures the flow is laminar";
  Blocks.RealInput Kv "Flow coefficient in m3/h: water at 1 bar" annotation (Placement(transformation(origin={0, 100}, extent={{-20, -20}, {20, 20}}, rotation=270)));
  Port a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Port b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Units.MassFlowRate m_flow "From a to b";
  Units.Pressure dp "Difference of pressures";
protected
  constant Units.Density water = 1000;
  constant Units.Pressure bar = 1e5;
  constant Real hour(unit="s") = 3600;
  Medium.State state "In front of the valve";
equation
  dp = a.p - b.p;
  state = Medium.state_ph(noEvent(if dp > 0 then a.p else b.p), noEvent(if dp > 0 then inStream(a.h_outflow) else inStream(b.h_outflow)));
  m_flow = Kv/hour*sqrt(water*state.d/bar)*dp/(dp*dp + dp_small*dp_small)^0.25;
  a.m_flow = m_flow;
  b.m_flow = -m_flow;
  a.h_outflow = inStream(b.h_outflow);
  b.h_outflow = inStream(a.h_outflow);
  annotation (Icon(graphics={Polygon(points={{-90, 50}, {90, -50}, {90, 50}, {-90, -50}, {-90, 50}}, lineColor={0, 90, 190}, fillColor={228, 238, 250}, fillPattern=FillPattern.Solid), Line(points={{0, 80}, {0, 0}}, color={0, 0, 127}), Text(extent={{-150, -60}, {150, -100}}, textString="%name", textColor={0, 0, 255})}));
end Valve;
