within Mica.Examples.DiscretePI;
model GivenStart "Variant 1: initial values are given, the controller first acts at the first sample"
  extends Plant(x(start=2, fixed=true), xd(start=0, fixed=true), u(start=0, fixed=true));
equation
  when sample(0, Ts) then
    xd = pre(xd) + Ts/T*(xref - x);
    u = k*(xd + xref - x);
  end when;
  annotation (experiment(StopTime=1, Tolerance=1e-8),
    Documentation(info="<html><p>During initialization the when-clause is not active: xd = pre(xd) and u = pre(u), so der(x) = -2. The first sample is an event at time 0, after it.</p></html>"));
end GivenStart;
