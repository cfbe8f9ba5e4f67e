within Mica.Hydraulic;
model Line "Long pipe in segments, with friction that depends on frequency"
  parameter Units.Length L = 3 "Length";
  parameter Units.Length D = 5e-3 "Inner diameter";
  parameter Integer n(min=1) = 15 "Number of segments";
  parameter Units.BulkModulus beta = 1.45e9 "Bulk modulus of the oil and the wall together";
  parameter Units.Density rho = 860 "Density of the oil";
  parameter Units.KinematicViscosity nu = 20e-6 "Kinematic viscosity of the oil";
  final parameter Units.Velocity c = sqrt(beta/rho) "Speed of sound";
  Port a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Port b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Units.Pressure p[n](each start=0, each fixed=true, each nominal=1e6) "Pressure where a segment begins";
  Units.VolumeFlowRate q[n](each start=0, each fixed=true, each nominal=1e-4) "Flow through a segment";
  Real w[n, 3](each start=0, each fixed=true, each unit="m3/s", each nominal=1e-3) "What friction remembers of the flow";
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
  Units.Pressure next[n](each nominal=1e6) "Pressure where a segment ends";
equation
  a.p = p[1];
  b.q = -q[n];
  next = cat(1, p[2:n], {b.p});
  for i in 1:n loop
    E*der(p[i]) = (if i == 1 then a.q else q[i - 1]) - q[i];
    I*der(q[i]) = p[i] - next[i] - R*(q[i] + 0.5*sum(w[i, k] + weight[k]*q[i] for k in 1:3));
    for k in 1:3 loop
      der(w[i, k]) = -rate[k]*(w[i, k] + weight[k]*q[i]);
    end for;
  end for;
  annotation (
    Icon(graphics={Rectangle(extent={{-90, 25}, {90, -25}}, lineColor={150, 100, 0}, fillColor={250, 245, 225}, fillPattern=FillPattern.Solid), Text(extent={{-80, 70}, {80, 30}}, textString="%L m")}),
    Documentation(info="<html>
<p>Each segment has five states: pressure, flow, and three that make friction depend on how fast the flow changes. Port a is at the pressure of the first segment, port b takes the flow of the
last one: there belongs a volume.</p>
<p>A.K. Trikha: <em>An Efficient Method for Simulating Frequency-Dependent Friction in Transient Liquid Flow</em>, Journal of Fluids Engineering, 1975. The weighting function of his
approximation, a sum of three exponentials, is convolved with the change of the flow; w is that integral less weight*q, so that the derivative of the flow does not appear.</p>
</html>"));
end Line;
