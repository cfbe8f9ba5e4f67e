within Mica;
package Heat "Heat capacities and conductors"
  extends Icons.Package;

  connector HeatPort "Where heat flows"
    Units.Temperature T "Temperature";
    flow Units.HeatFlowRate Q_flow "Heat into the component";
    annotation (Icon(graphics={
          Rectangle(extent={{-100, 100}, {100, -100}}, lineColor={191, 0, 0}, fillColor={191, 0, 0}, fillPattern=FillPattern.Solid)}));
  end HeatPort;
end Heat;
