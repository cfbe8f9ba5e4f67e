within Mica.Translational;
model Mass "Rigid body that slides without friction"
  extends TwoFlanges;
  parameter Units.Mass m = 1 "Mass";
  Units.Position s(stateSelect=StateSelect.prefer) "Position";
  Units.Velocity v(stateSelect=StateSelect.prefer) "Velocity";
  Units.Acceleration acceleration "Acceleration";
equation
  s = a.s;
  s = b.s;
  v = der(s);
  acceleration = der(v);
  m*acceleration = a.f + b.f;
  annotation (Icon(graphics={Rectangle(extent={{-60, 40}, {60, -40}}, lineColor={0, 127, 0}, fillColor={200, 230, 200}, fillPattern=FillPattern.Solid), Line(points={{-90, 0}, {-60, 0}}, color={0, 127, 0}),
        Line(points={{60, 0}, {90, 0}}, color={0, 127, 0}), Line(points={{-60, -45}, {60, -45}}, color={90, 90, 90}), Text(extent={{-150, -60}, {150, -100}}, textString="m=%m")}));
end Mass;
