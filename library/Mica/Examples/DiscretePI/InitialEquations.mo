within Mica.Examples.DiscretePI;
model InitialEquations "Variant 3: as variant 2, the values before the start given by initial equations"
  extends Plant(x(start=2, fixed=true));
initial equation
  pre(xd) = 0;
  pre(u) = 0;
equation
  when {initial(), sample(Ts, Ts)} then
    xd = pre(xd) + Ts/T*(xref - x);
    u = k*(xd + xref - x);
  end when;
  annotation (experiment(StopTime=1, Tolerance=1e-8));
end InitialEquations;
