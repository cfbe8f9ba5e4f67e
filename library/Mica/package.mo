package Mica "Components and examples that ship with the tool"
  extends Icons.Package;
  annotation (
    version="0.1.0",
    versionDate="2026-11-15",
    Documentation(info="<html>
<p>The library that ships with the tool. It stands on its own: nothing else need be installed.</p>
<ul>
<li>Signals: <a href=\"modelica://Mica.Blocks\">Blocks</a>.</li>
<li>Circuits and networks: <a href=\"modelica://Mica.Electrical\">Electrical</a> with three phases, semiconductors and operational amplifiers, <a href=\"modelica://Mica.Bond\">Bond</a>, <a href=\"modelica://Mica.Power\">Power</a>,
<a href=\"modelica://Mica.PowerQuality\">PowerQuality</a>, <a href=\"modelica://Mica.Spice\">Spice</a>, <a href=\"modelica://Mica.Vehicle\">Vehicle</a>.</li>
<li>Mechanics, heat and fluids: <a href=\"modelica://Mica.Rotational\">Rotational</a>, <a href=\"modelica://Mica.Translational\">Translational</a>, <a href=\"modelica://Mica.Heat\">Heat</a>, <a href=\"modelica://Mica.Hydraulic\">Hydraulic</a>,
<a href=\"modelica://Mica.Hydraulics\">Hydraulics</a>, <a href=\"modelica://Mica.Gas\">Gas</a>, <a href=\"modelica://Mica.TwoPhase\">TwoPhase</a>; lines that delay: <a href=\"modelica://Mica.Tlm\">Tlm</a>.</li>
<li>Models to start from: <a href=\"modelica://Mica.Examples\">Examples</a>, and <a href=\"modelica://Mica.Papers\">Papers</a>, the systems of papers about Modelica with the numbers that they print.</li>
</ul>
</html>"));
end Mica;
