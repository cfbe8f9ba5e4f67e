within Mica.MultiBody;
model Revolute "Joint that turns about an axis"
  parameter Real n[3] = {0, 0, 1} "Axis, seen from a; of any length";
  parameter Units.RotationalDamping d = 0 "Damping";
  Frame a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Frame b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Units.Angle phi(start=0, stateSelect=StateSelect.prefer) "Angle";
  Units.AngularVelocity w(start=0, stateSelect=StateSelect.prefer) "Angular velocity";
  Units.AngularAcceleration acceleration "Angular acceleration";
  Units.Torque tau "About the axis";
protected
  parameter Real e[3] = n/sqrt(n*n) "Axis of length one";
  Real T[3, 3] "Turns a vector of a into one of b";
equation
  Connections.branch(a.R, b.R);
  w = der(phi);
  acceleration = der(w);
  T = matrix(e)*transpose(matrix(e)) + (identity(3) - matrix(e)*transpose(matrix(e)))*cos(phi) - skew(e)*sin(phi);
  b.r = a.r;
  b.R.T = T*a.R.T;
  b.R.w = T*a.R.w + e*w;
  zeros(3) = a.f + transpose(T)*b.f;
  zeros(3) = a.t + transpose(T)*b.t;
  tau = -d*w;
  e*b.t = -tau;
  annotation (Icon(graphics={Rectangle(extent={{-90, 40}, {-20, -40}}, lineColor={95, 95, 95}, fillColor={225, 225, 225}, fillPattern=FillPattern.Solid), Rectangle(extent={{20, 40}, {90, -40}}, lineColor={95, 95, 95}, fillColor={225, 225, 225}, fillPattern=FillPattern.Solid), Rectangle(extent={{-20, 12}, {20, -12}}, lineColor={95, 95, 95}, fillColor={225, 225, 225}, fillPattern=FillPattern.Solid), Text(extent={{-150, 110}, {150, 70}}, textString="%name", textColor={0, 0, 255}), Text(extent={{-150, -50}, {150, -90}}, textString="n=%n")}));
end Revolute;
