within Mica.Examples.DiscretePI;
model ActiveAtStart "Variant 2: initial values are given, the controller acts during initialization"
  extends Plant(x(start=2, fixed=true), xd(start=0, fixed=true), u(start=0, fixed=true));
equation
  when {initial(), sample(Ts, Ts)} then
    xd = pre(xd) + Ts/T*(xref - x);
    u = k*(xd + xref - x);
  end when;
  annotation (experiment(StopTime=1, Tolerance=1e-8),
    Documentation(info="<html><p>The paper writes <code>sample(0, Ts)</code>, with which the controller would act twice at time 0; here the first sample is at <code>Ts</code>.</p></html>"));
end ActiveAtStart;
