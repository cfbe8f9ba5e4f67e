within Mica.Rotational;
model Inertia "Rigid body on a shaft"
  extends TwoFlanges;
  parameter Units.MomentOfInertia J = 1 "Moment of inertia";
  Units.Angle phi(stateSelect=StateSelect.prefer) "Angle";
  Units.AngularVelocity w(stateSelect=StateSelect.prefer) "Speed";
  Units.AngularAcceleration acceleration "Acceleration";
equation
  phi = a.phi;
  phi = b.phi;
  w = der(phi);
  acceleration = der(w);
  J*acceleration = a.tau + b.tau;
  annotation (Icon(graphics={Rectangle(extent={{-50, 50}, {50, -50}}, lineColor={60, 60, 60}, fillColor={215, 215, 215}, fillPattern=FillPattern.HorizontalCylinder),
        Rectangle(extent={{-100, 10}, {-50, -10}}, lineColor={60, 60, 60}), Rectangle(extent={{50, 10}, {100, -10}}, lineColor={60, 60, 60}),
        Text(extent={{-150, -60}, {150, -100}}, textString="J=%J")}));
end Inertia;
