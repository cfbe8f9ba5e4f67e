within Mica;
package TwoPhase "Fluids that boil and condense: reference equations of state, heat exchangers, compressor, valve, receiver"
  extends Icons.Package;

  connector Port "Where a fluid flows"
    Units.Pressure p "Pressure";
    flow Units.MassFlowRate m_flow "Into the component";
    stream Units.SpecificEnthalpy h_outflow "Specific enthalpy of what leaves the component";
    annotation (Icon(graphics={Ellipse(extent={{-100, 100}, {100, -100}}, lineColor={0, 90, 190}, fillColor={0, 90, 190}, fillPattern=FillPattern.Solid)}));
  end Port;
end TwoPhase;
