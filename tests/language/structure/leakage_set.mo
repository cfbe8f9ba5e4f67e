// A leakage that is set to zero makes another model of a diode in series with an inductor: its current is no state while it blocks. The model is translated again.
// While it conducts: i' = sin(t) - i, i = (sin(t) - cos(t) + exp(-t))/2 from the beginning of each period on, until it is zero again.
model LeakageSet
  parameter Real Goff = 1e-3, L = 1, R = 1;
  Real i(start = 0, fixed = true), v, s(start = 1);
  Boolean off(start = false);
equation
  off = s < 0;
  v = if off then s else 0;
  i = if off then Goff*s else s;
  L*der(i) = sin(time) - R*i - v;
  // expect: i at 2 = 0.7303897 +- 1e-5
  // expect: i at 5 = 0 +- 1e-9
  // expect: v at 5 = -0.9589243 +- 1e-5      the source, since nothing flows
  // expect: i at 7.2831853 = 0.3345239 +- 1e-4
  // expect-stderr: the model is translated again with Goff = 0
  // options: --stop-time 7.2831853 --interval 0.01 --tolerance 1e-8 --set Goff=0
end LeakageSet;
