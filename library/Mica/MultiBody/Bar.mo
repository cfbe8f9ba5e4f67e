within Mica.MultiBody;
model Bar "Rigid bar without mass"
  parameter Units.Length r[3] = {1, 0, 0} "From a to b, seen from a";
  Frame a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Frame b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
equation
  Connections.branch(a.R, b.R);
  b.r = a.r + transpose(a.R.T)*r;
  b.R = a.R;
  zeros(3) = a.f + b.f;
  zeros(3) = a.t + b.t + cross(r, b.f);
  annotation (Icon(graphics={Rectangle(extent={{-90, 12}, {90, -12}}, lineColor={95, 95, 95}, fillColor={225, 225, 225}, fillPattern=FillPattern.Solid), Text(extent={{-150, 110}, {150, 70}}, textString="%name", textColor={0, 0, 255})}));
end Bar;
