within Mica.TwoPhase;
model Pipe "Cells of fluid one behind the other, each with a heat port"
  replaceable package Medium = CarbonDioxide constrainedby Helmholtz "The fluid" annotation (choicesAllMatching=true);
  parameter Integer n(min=1) = 5 "Number of cells";
  parameter Units.Volume V = 1e-4 "Volume of all cells";
  parameter Units.ThermalConductance G = 1000 "Conductance between the fluid and the walls at the nominal flow, of all cells";
  parameter Units.MassFlowRate m_nominal = 0.03 "Nominal flow";
  parameter Real exponent = 0.8 "The conductance goes with this power of the flow";
  parameter Real rest = 0.1 "Part of the nominal flow below which the conductance stays";
  parameter Real loss(unit="Pa.s/kg") = 2e5 "Fall of pressure from the first cell to the last, divided by the flow";
  parameter Units.Pressure p_start = 66e5 "Pressure at the start";
  parameter Units.SpecificEnthalpy h_start = 420e3 "Enthalpy at the start";
  Port a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Port b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Heat.HeatPort heat[n] annotation (Placement(transformation(extent={{-10, 90}, {10, 110}})));
  Units.Pressure p[n](each start=p_start, each fixed=true, each nominal=1e6, each stateSelect=StateSelect.prefer) "Pressures";
  Units.SpecificEnthalpy h[n](each start=h_start, each fixed=true, each nominal=1e5, each stateSelect=StateSelect.prefer) "Enthalpies";
  Units.Temperature T[n] "Temperatures";
  Units.Density d[n] "Densities";
  Real x[n] "Shares of vapour";
  Units.MassFlowRate m_flow[n + 1](each nominal=1e-2) "Between the cells, from a to b";
  Units.Mass m "Of the fluid";
  Units.HeatFlowRate Q "Into the fluid";
protected
  Medium.State state[n] "States of the fluid";
  Units.SpecificEnthalpy passing[n + 1](each nominal=1e5) "Of what flows between the cells";
  Units.MassFlowRate arriving[n](each nominal=1e-2) "In the cells";
  Units.Power heating[n](each nominal=1e3) "Of the cells, by flows and walls";
  Units.ThermalConductance conductance[n] "Between the fluid and the wall";
  parameter Units.Volume v = V/n "Of a cell";
equation
  a.p = p[1];
  b.p = p[n];
  a.m_flow = m_flow[1];
  b.m_flow = -m_flow[n + 1];
  a.h_outflow = h[1];
  b.h_outflow = h[n];
  passing[1] = noEvent(if m_flow[1] > 0 then inStream(a.h_outflow) else h[1]);
  passing[n + 1] = noEvent(if m_flow[n + 1] > 0 then h[n] else inStream(b.h_outflow));
  for i in 2:n loop
    m_flow[i] = (n - 1)/loss*(p[i - 1] - p[i]);
    passing[i] = noEvent(if m_flow[i] > 0 then h[i - 1] else h[i]);
  end for;
  for i in 1:n loop
    state[i] = Medium.state_ph(p[i], h[i]);
    T[i] = state[i].T;
    d[i] = state[i].d;
    x[i] = state[i].x;
    // Mass: v*(ddp*der(p) + ddh*der(h)) = arriving; energy: v*(d*der(h) - der(p)) = heating; solved for both derivatives.
    arriving[i] = m_flow[i] - m_flow[i + 1];
    heating[i] = m_flow[i]*(passing[i] - h[i]) - m_flow[i + 1]*(passing[i + 1] - h[i]) + heat[i].Q_flow;
    der(p[i]) = (d[i]*arriving[i] - state[i].ddh*heating[i])/(v*(d[i]*state[i].ddp + state[i].ddh));
    der(h[i]) = (heating[i]/v + der(p[i]))/d[i];
    conductance[i] = G/n*((m_flow[i + 1]/m_nominal)^2 + rest^2)^(exponent/2);
    heat[i].Q_flow = conductance[i]*(heat[i].T - T[i]);
  end for;
  m = v*sum(d);
  Q = sum(heat.Q_flow);
  annotation (
    Icon(graphics={Rectangle(extent={{-90, 40}, {90, -40}}, lineColor={0, 90, 190}, fillColor={228, 238, 250}, fillPattern=FillPattern.Solid), Line(points={{-30, 40}, {-30, -40}}, color={0, 90, 190}, pattern=LinePattern.Dash), Line(points={{30, 40}, {30, -40}}, color={0, 90, 190}, pattern=LinePattern.Dash), Line(points={{0, 40}, {0, 90}}, color={191, 0, 0}), Text(extent={{-150, -50}, {150, -90}}, textString="%name", textColor={0, 0, 255})}),
    Documentation(info="<html>
<p>Balances of mass and energy, with the pressures and enthalpies of the cells as states, whatever the phase. The flows between the cells follow from the differences of pressure; they may turn round and may be zero.</p>
</html>"));
end Pipe;
