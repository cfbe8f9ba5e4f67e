// Two vessels of gas even out through an orifice: the flow goes to zero between pressures of 2e5, whose rounding is larger than what the iteration is asked for.
// By the amounts of gas, both end at (3e5*2 + 1e5*4)/6.
// options: --method inline-rk3 --step 0.2
// expect: a.p at end = 1.66666666666667e5
// expect: b.p at end = 1.66666666666667e5
// expect: end = 6000
model FlowComesToRest
  model Vessel
    parameter Real V, p0;
    Real p(start = p0, fixed = true), m;
  equation
    V*der(p) = 5*m;
  end Vessel;
  Vessel a(V = 2, p0 = 3e5), b(V = 4, p0 = 1e5);
  Real pm(start = 2e5), m(start = 5);
equation
  a.m = -m;
  b.m = m;
  a.p - pm = 30*m*abs(m);
  pm - b.p = 12*m*abs(m);
  annotation (experiment(StopTime = 6000));
end FlowComesToRest;
