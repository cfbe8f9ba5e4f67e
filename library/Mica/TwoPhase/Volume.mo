within Mica.TwoPhase;
model Volume "Well-mixed volume with any number of ports"
  replaceable package Medium = CarbonDioxide constrainedby Helmholtz "The fluid" annotation (choicesAllMatching=true);
  parameter Integer nPorts(min=0) = 0 "Number of ports" annotation (Dialog(connectorSizing=true));
  parameter Units.Volume V = 1e-3 "Volume";
  parameter Units.Pressure p_start = 66e5 "Pressure at the start";
  parameter Units.SpecificEnthalpy h_start = 420e3 "Enthalpy at the start";
  Port ports[nPorts] annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Heat.HeatPort heat annotation (Placement(transformation(extent={{-10, -110}, {10, -90}})));
  Units.Pressure p(start=p_start, fixed=true, nominal=1e6, stateSelect=StateSelect.prefer) "Pressure";
  Units.SpecificEnthalpy h(start=h_start, fixed=true, nominal=1e5, stateSelect=StateSelect.prefer) "Enthalpy";
  Units.Temperature T "Temperature";
  Units.Density d "Density";
  Units.Mass m "Mass";
protected
  Units.MassFlowRate arriving(nominal=1e-2) "Through the ports";
  Units.Power heating(nominal=1e3) "By flows and walls";
  Medium.State state "State of the fluid";
equation
  state = Medium.state_ph(p, h);
  T = state.T;
  d = state.d;
  m = V*d;
  // Mass: V*(ddp*der(p) + ddh*der(h)) = arriving; energy: V*(d*der(h) - der(p)) = heating; solved for both derivatives.
  arriving = sum(ports.m_flow);
  heating = sum(ports[k].m_flow*(actualStream(ports[k].h_outflow) - h) for k in 1:nPorts) + heat.Q_flow;
  der(p) = (d*arriving - state.ddh*heating)/(V*(d*state.ddp + state.ddh));
  der(h) = (heating/V + der(p))/d;
  heat.T = T;
  for k in 1:nPorts loop
    ports[k].p = p;
    ports[k].h_outflow = h;
  end for;
  annotation (Icon(graphics={Ellipse(extent={{-80, 80}, {80, -80}}, lineColor={0, 90, 190}, fillColor={228, 238, 250}, fillPattern=FillPattern.Solid), Text(extent={{-60, 25}, {60, -25}}, textString="%V"), Text(extent={{-150, 130}, {150, 90}}, textString="%name", textColor={0, 0, 255})}));
end Volume;
