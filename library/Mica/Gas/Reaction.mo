within Mica.Gas;
model Reaction "Any number of reactions with rates by Arrhenius"
  replaceable package Medium = Media.Air constrainedby Media.Mixture "The gas" annotation (choicesAllMatching=true);
  parameter Integer nr(min=1) = 1 "Number of reactions";
  parameter Units.Volume V = 1e-3 "Volume in which they take place";
  parameter Real stoichiometry[nr, Medium.nS] = zeros(nr, Medium.nS) "What a reaction makes of each species; what it takes is negative";
  parameter Integer order[nr, Medium.nS] = zeros(nr, Medium.nS) "Powers of the concentrations in the rates";
  parameter Real A[nr] = ones(nr) "Factors, in mol, m3, s and K";
  parameter Real b[nr] = zeros(nr) "Powers of the temperature";
  parameter Units.MolarEnergy E[nr] = zeros(nr) "Energies of activation";
  ReactionPort port(redeclare package Medium = Medium) annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Real rate[nr](each unit="mol/(m3.s)") "Rates";
protected
  constant Units.Temperature unitTemperature = 1;
  constant Units.Concentration unitConcentration = 1;
equation
  for j in 1:nr loop
    rate[j] = A[j]*(port.T/unitTemperature)^b[j]*exp(-E[j]/(Constants.R*port.T))*product((port.c[k]/unitConcentration)^order[j, k] for k in 1:Medium.nS);
  end for;
  port.r = -V*transpose(stoichiometry)*rate;
  port.Q_flow = 0;
  annotation (
    Icon(graphics={Rectangle(extent={{-80, 60}, {80, -60}}, lineColor={170, 80, 0}, fillColor={252, 240, 225}, fillPattern=FillPattern.Solid), Line(points={{-50, 10}, {50, 10}, {30, 25}}, color={170, 80, 0}), Line(points={{50, -10}, {-50, -10}, {-30, -25}}, color={170, 80, 0}), Text(extent={{-150, 110}, {150, 70}}, textString="%name", textColor={0, 0, 255})}),
    Documentation(info="<html><p><code>rate = A*T^b*exp(-E/(R*T))*product(c^order)</code>. The enthalpies of the species include those of formation, so no heat of reaction appears.</p></html>"));
end Reaction;
