within Mica;
package Tlm "Unit transmission lines: connections in which everything takes time to travel"
  extends Icons.Package;

  partial model Line "Two ends that see each other as they were a delay ago"
    parameter Units.Time T(min=0) = 1e-3 "Time that a wave takes from one end to the other";
    parameter Real alpha(min=0, max=1) = 0 "Filter of the waves: 0 lossless, towards 1 more and more damped";
    Real c1 "Wave that arrives at the first end";
    Real c2 "Wave that arrives at the second end";
  protected
    parameter Real c1_start = 0 "Wave that arrives at the first end until the first one has travelled";
    parameter Real c2_start = 0 "Wave that arrives at the second end until the first one has travelled";
    parameter Units.Time t0(fixed=false) "When the simulation starts";
    Real sent1 "Wave that leaves the first end";
    Real sent2 "Wave that leaves the second end";
  initial equation
    t0 = time;
  equation
    c1 = if time < t0 + T then c1_start else alpha*delay(c1, T) + (1 - alpha)*delay(sent2, T);
    c2 = if time < t0 + T then c2_start else alpha*delay(c2, T) + (1 - alpha)*delay(sent1, T);
    annotation (Icon(graphics={Line(points={{-70, 40}, {70, 40}}, color={120, 80, 160}, thickness=0.5, arrow={Arrow.None, Arrow.Filled}), Line(points={{70, -40}, {-70, -40}}, color={120, 80, 160}, thickness=0.5, arrow={Arrow.None, Arrow.Filled}),
          Rectangle(extent={{-80, 60}, {80, -60}}, lineColor={120, 80, 160}, pattern=LinePattern.Dash), Text(extent={{-150, 110}, {150, 70}}, textString="%name", textColor={0, 0, 255}), Text(extent={{-70, 25}, {70, -25}}, textString="%T s")}));
  end Line;
  annotation (Documentation(info="<html>
<p>A line carries an effort <code>e</code> (voltage, torque, force, pressure) and a flow <code>f</code> (current, speed, volume flow). At each end the effort is the wave that arrives from the other
end plus the characteristic impedance <code>Zc</code> times the flow into the line, and the wave that leaves is the effort plus <code>Zc</code> times that flow:</p>
<p><code>e1(t) = c1(t) + Zc*f1(t), c1(t) = e2(t - T) + Zc*f2(t - T)</code>, and the same with the ends exchanged.</p>
<p>So the two ends share nothing at one instant: what they connect can be integrated apart, each part with its own solver, for as long as the delay. A line has the capacity <code>T/Zc</code> and the
inertia <code>T*Zc</code>. A spring of stiffness <code>c</code> is a line with <code>Zc = c*T</code>, a volume or capacitor of capacity <code>C</code> is one with <code>Zc = T/C</code>; both then have an inertia
that falls with the square of the delay.</p>
<p>With <code>alpha</code> above 0 each wave is mixed with the one that arrived a delay before, which damps oscillations between the ends that only the delay makes; the capacity is then
<code>T/(Zc*(1 - alpha))</code>.</p>
<p>Connectors have the variables of those of the Modelica Standard Library, so the lines join components of <code>Modelica.Electrical.Analog</code>, <code>Modelica.Mechanics.Rotational</code> and
<code>Modelica.Mechanics.Translational</code> as well.</p>
<p>Until the first wave has travelled, the ends see what the parameters of the start say: the line at rest, unless they are given.</p>
<p>B. Johansson, P. Krus: <em>Modelica in a Distributed Environment Using Transmission Line Modelling</em>, Modelica Workshop, 2000.</p>
</html>"));
end Tlm;
