within Mica;
package Gas "Mixtures of ideal gases: control volumes, reactions, chemical equilibrium"
  extends Icons.Package;

  connector Port "Where a gas flows"
    replaceable package Medium = Media.Air constrainedby Media.Mixture "The gas" annotation (choicesAllMatching=true);
    Units.Pressure p "Pressure";
    flow Units.MassFlowRate m_flow "Into the component";
    stream Units.SpecificEnthalpy h_outflow "Specific enthalpy of what leaves the component";
    stream Units.MassFraction X_outflow[Medium.nS] "Mass fractions of what leaves the component";
    annotation (Icon(graphics={Ellipse(extent={{-100, 100}, {100, -100}}, lineColor={0, 140, 140}, fillColor={0, 140, 140}, fillPattern=FillPattern.Solid)}));
  end Port;

  connector ReactionPort "Where reactions are joined to a volume of gas, as many as there are"
    replaceable package Medium = Media.Air constrainedby Media.Mixture "The gas" annotation (choicesAllMatching=true);
    Units.Concentration c[Medium.nS] "Concentrations";
    flow Units.MolarFlowRate r[Medium.nS] "What the component takes of each species";
    Units.Temperature T "Temperature";
    flow Units.HeatFlowRate Q_flow "Heat into the component";
    annotation (Icon(graphics={Polygon(points={{0, 100}, {100, 0}, {0, -100}, {-100, 0}, {0, 100}}, lineColor={170, 80, 0}, fillColor={240, 150, 60}, fillPattern=FillPattern.Solid)}));
  end ReactionPort;
  annotation (Documentation(info="<html>
<p>Enthalpies include those of formation, so that a reaction that is left to itself keeps the internal energy of its volume; no heat of reaction appears anywhere.</p>
</html>"));
end Gas;
