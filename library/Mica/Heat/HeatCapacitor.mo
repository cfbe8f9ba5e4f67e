within Mica.Heat;
model HeatCapacitor "Body of one temperature that stores heat"
  parameter Units.HeatCapacity C = 1 "Heat capacity";
  Units.Temperature T "Temperature";
  HeatPort port annotation (Placement(transformation(extent={{-10, -110}, {10, -90}})));
equation
  T = port.T;
  C*der(T) = port.Q_flow;
  annotation (Icon(graphics={Ellipse(extent={{-70, 70}, {70, -70}}, lineColor={191, 0, 0}, fillColor={250, 235, 230}, fillPattern=FillPattern.Solid), Text(extent={{-60, 25}, {60, -25}}, textString="%C")}));
end HeatCapacitor;
