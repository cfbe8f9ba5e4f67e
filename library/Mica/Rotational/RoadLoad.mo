within Mica.Rotational;
model RoadLoad "Resistance of the tyres and of the air, at the wheels"
  parameter Units.Torque rolling = 100 "Resistance of the tyres";
  parameter Real air(unit="N.m.s2/rad2") = 0.05 "Resistance of the air divided by the square of the speed";
  parameter Units.AngularVelocity w_small = 0.5 "Speed up to which the resistance of the tyres grows";
  Flange flange annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Units.AngularVelocity w "Speed of the wheels";
equation
  w = der(flange.phi);
  flange.tau = rolling*tanh(w/w_small) + air*w*noEvent(abs(w));
  annotation (Icon(graphics={Line(points={{-90, 0}, {-20, 0}}, color={60, 60, 60}), Line(points={{-60, -60}, {-20, -50}, {30, -20}, {70, 60}}, color={60, 60, 60}, smooth=Smooth.Bezier),
        Text(extent={{-150, -80}, {150, -120}}, textString="%name", textColor={0, 0, 255})}));
end RoadLoad;
