within Mica;
package Hydraulics "Oil under pressure: the package Hydraulic under the name that it has elsewhere"
  extends Hydraulic;
  annotation (Documentation(info="<html><p>All of <a href=\"modelica://Mica.Hydraulic\">Hydraulic</a>; connectors of both fit together.</p></html>"));
end Hydraulics;
