package Mica "Components and examples that ship with the tool"
  extends Icons.Package;
  annotation (
    version="0.1.0",
    versionDate="2026-11-15",
    Documentation(info="<html>
<p>A small library of electrical, rotational, thermal, hydraulic and signal components, enough to build first models with, and the
<a href=\"modelica://Mica.Examples\">examples</a> that Mica is tested with. It stands on its own: nothing else need be installed.</p>
</html>"));
end Mica;
