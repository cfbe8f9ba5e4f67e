within Mica.Electrical;
model RotationalEMF "Turns current into torque and speed into voltage"
  extends OnePort;
  parameter Units.MachineConstant k = 1 "Torque per current, voltage per speed";
  Rotational.Flange flange annotation (Placement(transformation(extent={{-10, -110}, {10, -90}})));
  Units.AngularVelocity w "Speed of the shaft";
equation
  w = der(flange.phi);
  v = k*w;
  flange.tau = -k*i;
  annotation (Icon(graphics={Ellipse(extent={{-60, 60}, {60, -60}}, lineColor={0, 0, 255}), Line(points={{-90, 0}, {-60, 0}}, color={0, 0, 255}),
        Line(points={{60, 0}, {90, 0}}, color={0, 0, 255}), Line(points={{0, -60}, {0, -90}}, color={90, 90, 90}), Text(extent={{-40, 30}, {40, -30}}, textString="EMF")}));
end RotationalEMF;
