within Mica.Hydraulic;
model ModalLine "Long line with frequency-dependent friction, in coordinates of its waves"
  parameter Units.Length L = 3 "Length";
  parameter Units.Length D = 3e-3 "Inner diameter";
  parameter Units.Density rho = 860 "Density of the oil";
  parameter Units.BulkModulus beta = 1.45e9 "Bulk modulus of oil and wall";
  parameter Units.KinematicViscosity nu = 3e-5 "Kinematic viscosity of the oil";
  parameter Integer n(min=2) = 15 "Number of waves";
  Port a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Port b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Units.Pressure P[n - 1](each start=0, each fixed=true, each nominal=1e6) "Pressures of the waves";
  Units.VolumeFlowRate Q[n](each start=0, each fixed=true, each nominal=1e-4) "Flows of the waves; the first is the same all along the line";
  Real w[n, 3](each start=0, each fixed=true, each unit="m3/s", each nominal=1e-3) "What friction remembers of the flows";
protected
  parameter Units.Length dx = L/n;
  parameter Units.Area A = Constants.pi*D*D/4;
  // Trikha's approximation of the weighting function: decay in units of nu/r^2, and weight.
  constant Real decay[3] = {26.4, 200, 8000};
  constant Real weight[3] = {40, 8.1, 1};
  parameter Real rate[3](each unit="1/s") = decay*(4*nu/(D*D));
  parameter Real R(unit="Pa.s/m3") = 32*rho*nu*dx/(D*D*A) "Resistance of a segment to steady flow";
  parameter Real I(unit="Pa.s2/m3") = rho*dx/A "Inertia of the oil in a segment";
  parameter Real E(unit="m3/Pa") = A*dx/beta "How far a segment gives way";
  parameter Real s[n] = {2*sin((k - 1)*Constants.pi/(2*n)) for k in 1:n} "Coupling of pressure and flow in a wave";
  parameter Real left[n] = {sqrt((if k == 1 then 1 else 2)/n)*cos((k - 1)*Constants.pi/(2*n)) for k in 1:n} "Share of a wave at a";
  parameter Real right[n] = {left[k]*(if mod(k, 2) == 1 then 1 else -1) for k in 1:n} "Share of a wave at b";
equation
  a.q = left*Q;
  b.q = -right*Q;
  for k in 1:n loop
    I*der(Q[k]) = left[k]*a.p - right[k]*b.p - (if k == 1 then 0 else s[k]*P[max(k - 1, 1)]) - R*(Q[k] + 0.5*sum(w[k, j] + weight[j]*Q[k] for j in 1:3));
    for j in 1:3 loop
      der(w[k, j]) = -rate[j]*(w[k, j] + weight[j]*Q[k]);
    end for;
  end for;
  for k in 2:n loop
    E*der(P[k - 1]) = s[k]*Q[k];
  end for;
  annotation (
    Icon(graphics={Rectangle(extent={{-90, 25}, {90, -25}}, lineColor={150, 100, 0}, fillColor={250, 245, 225}, fillPattern=FillPattern.Solid), Line(points={{-80, 0}, {-40, 20}, {0, 0}, {40, -20}, {80, 0}}, color={150, 100, 0}, smooth=Smooth.Bezier), Text(extent={{-80, 70}, {80, 30}}, textString="%L m")}),
    Documentation(info="<html>
<p>The same line as <a href=\"modelica://Mica.Hydraulic.Line\">Line</a>, of <code>n</code> segments with inertia and friction and <code>n - 1</code> volumes between them, in other coordinates: the discrete sines and cosines along it, in which
no wave sees another. A wave has a pressure, a flow and three states of friction. Where an implicit method is inlined each wave follows from the pressures at the ports in formulas, so that a line adds two unknowns and no
more, however many segments it has. Both ends take a pressure: there belong volumes.</p>
<p>The flow between volume i and volume i + 1 is <code>sum(sqrt(2/n)*cos((k - 1)*(i + 1/2)*pi/n)*Q[k])</code>.</p>
</html>"));
end ModalLine;
