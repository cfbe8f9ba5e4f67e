within Mica;
package Hydraulic "Oil under pressure: volumes, valves, lines and cylinders"
  extends Icons.Package;

  connector Port "Where oil flows"
    Units.Pressure p "Pressure";
    flow Units.VolumeFlowRate q "Oil into the component";
    annotation (Icon(graphics={
          Ellipse(extent={{-100, 100}, {100, -100}}, lineColor={150, 100, 0}, fillColor={150, 100, 0}, fillPattern=FillPattern.Solid)}));
  end Port;
  annotation (Documentation(info="<html>
<p>Oil of one temperature. Pressures are above that of the surroundings; the oil gives way with its bulk modulus, which is the same at all pressures.</p>
</html>"));
end Hydraulic;
