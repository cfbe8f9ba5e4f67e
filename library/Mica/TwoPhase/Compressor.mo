within Mica.TwoPhase;
model Compressor "Displacement compressor with given efficiencies"
  replaceable package Medium = CarbonDioxide constrainedby Helmholtz "The fluid" annotation (choicesAllMatching=true);
  parameter Units.Volume displacement = 25e-6 "Of one revolution";
  parameter Real volumetric(min=0, max=1) = 0.75 "Volumetric efficiency";
  parameter Real isentropic(min=0, max=1) = 0.75 "Isentropic efficiency";
  Blocks.RealInput speed "Revolutions per minute" annotation (Placement(transformation(origin={0, 100}, extent={{-20, -20}, {20, 20}}, rotation=270)));
  Port a "Suction" annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Port b "Delivery" annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Units.MassFlowRate m_flow "From a to b";
  Units.Power power "Into the fluid";
  Units.SpecificEnthalpy rise "Of the enthalpy";
protected
  constant Real minute(unit="s") = 60;
  Medium.State suction "State at the suction side";
  Medium.State ideal "After an isentropic compression";
equation
  suction = Medium.state_ph(a.p, inStream(a.h_outflow));
  ideal = Medium.state_ps(b.p, suction.s);
  m_flow = volumetric*suction.d*displacement*speed/minute;
  rise = (ideal.h - suction.h)/isentropic;
  power = m_flow*rise;
  a.m_flow = m_flow;
  b.m_flow = -m_flow;
  b.h_outflow = inStream(a.h_outflow) + rise;
  a.h_outflow = inStream(b.h_outflow);
  annotation (Icon(graphics={Ellipse(extent={{-80, 80}, {80, -80}}, lineColor={0, 90, 190}, fillColor={228, 238, 250}, fillPattern=FillPattern.Solid), Line(points={{-55, 58}, {75, 25}}, color={0, 90, 190}), Line(points={{-55, -58}, {75, -25}}, color={0, 90, 190}), Text(extent={{-150, -90}, {150, -130}}, textString="%name", textColor={0, 0, 255})}));
end Compressor;
