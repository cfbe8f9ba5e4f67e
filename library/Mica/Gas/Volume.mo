within Mica.Gas;
model Volume "Volume of gas with any number of ports and reactions"
  replaceable package Medium = Media.Air constrainedby Media.Mixture "The gas" annotation (choicesAllMatching=true);
  parameter Integer nPorts(min=0) = 0 "Number of ports" annotation (Dialog(connectorSizing=true));
  parameter Units.Volume V = 1e-3 "Volume";
  parameter Units.Temperature T_start = 293.15 "Temperature at the start";
  parameter Units.AmountOfSubstance N_start[Medium.nS] = fill(0.1, Medium.nS) "Amounts at the start";
  Port ports[nPorts](redeclare each package Medium = Medium) annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  ReactionPort reactions(redeclare package Medium = Medium) annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Heat.HeatPort heat annotation (Placement(transformation(extent={{-10, -110}, {10, -90}})));
  Units.Temperature T(start=T_start, fixed=true, stateSelect=StateSelect.prefer) "Temperature";
  Units.AmountOfSubstance N[Medium.nS](start=N_start, each fixed=true, each stateSelect=StateSelect.prefer, each nominal=1e-3) "Amounts";
  Units.Pressure p(nominal=1e5) "Pressure";
  Units.Mass m "Mass";
  Units.MassFraction X[Medium.nS] "Mass fractions";
  Units.MolarEnergy h[Medium.nS] "Molar enthalpies";
  Units.Energy U(stateSelect=StateSelect.avoid) "Internal energy";
protected
  Units.MolarFlowRate arriving[Medium.nS] "Through all ports";
  Units.Power enthalpy "That arrives with it";
equation
  p*V = sum(N)*Constants.R*T;
  m = Medium.M*N;
  X = {Medium.M[i]*N[i]/m for i in 1:Medium.nS};
  h = Medium.molarEnthalpies(T);
  U = N*h - sum(N)*Constants.R*T;
  arriving = {sum(ports[k].m_flow*actualStream(ports[k].X_outflow[i]) for k in 1:nPorts)/Medium.M[i] for i in 1:Medium.nS};
  enthalpy = sum(ports[k].m_flow*actualStream(ports[k].h_outflow) for k in 1:nPorts);
  der(N) = arriving + reactions.r;
  der(U) = enthalpy + reactions.Q_flow + heat.Q_flow;
  for k in 1:nPorts loop
    ports[k].p = p;
    ports[k].h_outflow = N*h/m;
    ports[k].X_outflow = X;
  end for;
  reactions.c = N/V;
  reactions.T = T;
  heat.T = T;
  annotation (
    Icon(graphics={Ellipse(extent={{-80, 80}, {80, -80}}, lineColor={0, 140, 140}, fillColor={230, 245, 245}, fillPattern=FillPattern.Solid), Text(extent={{-60, 25}, {60, -25}}, textString="%V"), Text(extent={{-150, 130}, {150, 90}}, textString="%name", textColor={0, 0, 255})}),
    Documentation(info="<html>
<p>States are the temperature and the amounts; the pressure follows. Whatever reactions are joined to <code>reactions</code> take part; without any the composition changes only through the ports.</p>
</html>"));
end Volume;
