within Mica.MultiBody;
model Body "Rigid body"
  outer World world;
  parameter Units.Mass m = 1 "Mass";
  parameter Units.Length rc[3] = {0, 0, 0} "From the frame to the centre of mass, seen from the frame";
  parameter Units.MomentOfInertia I[3] = {0, 0, 0} "Moments of inertia about the centre of mass, along the axes of the frame";
  Frame a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Units.Velocity v[3] "Of the frame, in the world";
  Units.Velocity vc[3] "Of the centre of mass, in the world";
  Units.Energy energy "Of motion and place";
  Units.AngularAcceleration z[3] "Angular acceleration, seen from the frame";
protected
  Units.Acceleration ac[3] "Of the centre of mass against free fall, seen from the frame";
equation
  Connections.potentialRoot(a.R);
  if Connections.isRoot(a.R) then
    // The body flies freely: its orientation follows from its angular velocity.
    der(a.R.T) = -skew(a.R.w)*a.R.T;
  end if;
  v = der(a.r);
  z = der(a.R.w);
  ac = a.R.T*(der(v) - world.g) + cross(z, rc) + cross(a.R.w, cross(a.R.w, rc));
  a.f = m*ac;
  a.t = I .* z + cross(a.R.w, I .* a.R.w) + cross(rc, a.f);
  vc = v + transpose(a.R.T)*cross(a.R.w, rc);
  energy = 0.5*m*(vc*vc) + 0.5*(a.R.w*(I .* a.R.w)) - m*(world.g*(a.r + transpose(a.R.T)*rc));
  annotation (Icon(graphics={Ellipse(extent={{-40, 60}, {80, -60}}, lineColor={95, 95, 95}, fillColor={170, 190, 215}, fillPattern=FillPattern.Sphere), Rectangle(extent={{-90, 12}, {-38, -12}}, lineColor={95, 95, 95}, fillColor={225, 225, 225}, fillPattern=FillPattern.Solid), Text(extent={{-150, -70}, {150, -110}}, textString="m=%m"), Text(extent={{-150, 110}, {150, 70}}, textString="%name", textColor={0, 0, 255})}));
end Body;
