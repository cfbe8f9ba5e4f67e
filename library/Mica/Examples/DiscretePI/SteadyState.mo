within Mica.Examples.DiscretePI;
model SteadyState "Variant 4: plant and controller start at rest"
  extends Plant(x(start=2));
initial equation
  der(x) = 0;
  pre(xd) = xd;
equation
  when {initial(), sample(Ts, Ts)} then
    xd = pre(xd) + Ts/T*(xref - x);
    u = k*(xd + xref - x);
  end when;
  annotation (experiment(StopTime=1, Tolerance=1e-8),
    Documentation(info="<html><p>The initialization problem is a linear system in <code>xd</code>, <code>pre(xd)</code>, <code>u</code> and <code>x</code>. Its solution: <code>x = u = xref</code> and
<code>xd = xref/k</code>.</p></html>"));
end SteadyState;
