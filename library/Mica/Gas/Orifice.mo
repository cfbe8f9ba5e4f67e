within Mica.Gas;
model Orifice "Opening through which gas flows, at most with the speed of sound"
  replaceable package Medium = Media.Air constrainedby Media.Mixture "The gas" annotation (choicesAllMatching=true);
  parameter Units.Area A = 1e-5 "Effective area";
  parameter Real kappa = 1.4 "Ratio of the heat capacities";
  parameter Real small = 1e-3 "Relative difference of pressures below which the flow is taken as laminar";
  Port a(redeclare package Medium = Medium) annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Port b(redeclare package Medium = Medium) annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Units.MassFlowRate m_flow "From a to b";
protected
  Units.Temperature Ta "In front of a";
  Units.Temperature Tb "Behind b";
  Units.SpecificHeatCapacity Ra "Gas constant in front of a";
  Units.SpecificHeatCapacity Rb "Gas constant behind b";
equation
  a.m_flow = m_flow;
  b.m_flow = -m_flow;
  a.h_outflow = inStream(b.h_outflow);
  b.h_outflow = inStream(a.h_outflow);
  a.X_outflow = inStream(b.X_outflow);
  b.X_outflow = inStream(a.X_outflow);
  Ta = Medium.temperature(inStream(a.h_outflow), inStream(a.X_outflow));
  Tb = Medium.temperature(inStream(b.h_outflow), inStream(b.X_outflow));
  Ra = Constants.R*sum(inStream(a.X_outflow) ./ Medium.M);
  Rb = Constants.R*sum(inStream(b.X_outflow) ./ Medium.M);
  m_flow = noEvent(if a.p > b.p then A*a.p/sqrt(Ra*Ta)*Utilities.flowFunction(b.p/a.p, kappa, small) else -A*b.p/sqrt(Rb*Tb)*Utilities.flowFunction(a.p/b.p, kappa, small));
  annotation (Icon(graphics={Line(points={{-90, 0}, {90, 0}}, color={0, 140, 140}), Line(points={{-30, 60}, {-10, 10}, {10, 10}, {30, 60}}, color={0, 140, 140}), Line(points={{-30, -60}, {-10, -10}, {10, -10}, {30, -60}}, color={0, 140, 140}), Text(extent={{-150, 110}, {150, 70}}, textString="%name", textColor={0, 0, 255})}),
    Documentation(info="<html><p>Isentropic flow of an ideal gas through a nozzle, <code>A*p/sqrt(R*T)</code> times a function of the ratio of pressures that does not grow below the critical ratio; the enthalpy stays.</p></html>"));
end Orifice;
