within Mica.Hydraulic;
model Valve "Valve with a spool that follows its command like a mass on a spring"
  parameter Units.Area A = 1e-6 "Opening when fully open";
  parameter Units.Frequency f = 200 "Natural frequency of the spool";
  parameter Real d = 0.7 "Damping of the spool";
  parameter Real leakage = 1e-3 "Share of the opening that stays when it is shut";
  parameter Real C = 0.7 "Discharge coefficient";
  parameter Units.Density rho = 860 "Density of the oil";
  parameter Units.Pressure dpSmall = 1e5 "Below this difference of pressures the flow is laminar";
  Blocks.RealInput u "Command: 0 shut, 1 open" annotation (Placement(transformation(extent={{-20, 80}, {20, 120}})));
  Port a annotation (Placement(transformation(extent={{-110, -10}, {-90, 10}})));
  Port b annotation (Placement(transformation(extent={{90, -10}, {110, 10}})));
  Units.VolumeFlowRate q(nominal=1e-4) "Flow from a to b";
  Units.Pressure dp(nominal=1e6) "Difference of pressures";
  Real x(start=0, fixed=true) "Place of the spool, 0 … 1";
  Real v(start=0, fixed=true, unit="1/s", nominal=100) "Its velocity";
protected
  parameter Real w(unit="1/s") = 2*Constants.pi*f;
equation
  a.q = q;
  b.q = -q;
  dp = a.p - b.p;
  der(x) = v;
  der(v) = w*w*(u - x) - 2*d*w*v;
  q = (leakage + x)*C*A*sqrt(2/rho)*dp/(dp*dp + dpSmall*dpSmall)^0.25;
  annotation (
    Icon(graphics={Polygon(points={{-90, 50}, {90, -50}, {90, 50}, {-90, -50}, {-90, 50}}, lineColor={150, 100, 0}, fillColor={250, 245, 225}, fillPattern=FillPattern.Solid)}),
    Documentation(info="<html>
<p>Turbulent flow goes with the root of the difference of pressures; around zero the root is replaced by a smooth laminar flow, whose conductance decides how stiff a small volume behind the
valve is.</p>
</html>"));
end Valve;
