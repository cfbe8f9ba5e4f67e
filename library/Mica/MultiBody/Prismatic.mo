within Mica.MultiBody;
model Prismatic "Joint that slides along an axis"
  parameter Real n[3] = {1, 0, 0} "Axis, seen from a; of any length";
  parameter Units.TranslationalStiffness c = 0 "Stiffness of a spring along it";
  parameter Units.TranslationalDamping d = 0 "Damping";
  Frame a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Frame b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Units.Position s(start=0, stateSelect=StateSelect.prefer) "Way";
  Units.Velocity v(start=0, stateSelect=StateSelect.prefer) "Velocity";
  Units.Force f "Along the axis";
protected
  parameter Real e[3] = n/sqrt(n*n) "Axis of length one";
equation
  Connections.branch(a.R, b.R);
  v = der(s);
  b.r = a.r + transpose(a.R.T)*(e*s);
  b.R = a.R;
  zeros(3) = a.f + b.f;
  zeros(3) = a.t + b.t + cross(e*s, b.f);
  f = -c*s - d*v;
  e*b.f = -f;
  annotation (Icon(graphics={Rectangle(extent={{-90, 40}, {10, -40}}, lineColor={95, 95, 95}, fillColor={225, 225, 225}, fillPattern=FillPattern.Solid), Rectangle(extent={{10, 20}, {90, -20}}, lineColor={95, 95, 95}, fillColor={225, 225, 225}, fillPattern=FillPattern.Solid), Text(extent={{-150, 110}, {150, 70}}, textString="%name", textColor={0, 0, 255})}));
end Prismatic;
