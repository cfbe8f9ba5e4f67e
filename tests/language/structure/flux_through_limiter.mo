// A flux follows from a current, which is preferred as a state, and a field behind a limiter. The state of the regulator could follow from the flux only while the limiter
// is not at its limit; the flux follows from the regulator at all times, and is the one that is computed.
// x = 10(1 - exp(-t/10)); e = 3x up to t1 = 10 log(30/29), 1 afterwards. 2 i' + i + e' = 0: i = 3.95 exp(-t/2) - 3.75 exp(-t/10) up to t1, i(t1) exp(-(t - t1)/2)
// afterwards.
model FluxThroughLimiter
  Real psi, e, u, x;
  Real i(stateSelect = StateSelect.prefer);
  parameter Real limit = 1;
initial equation
  i = 0.2;
  x = 0;
equation
  der(psi) + i = 0;
  psi = 2*i + e;
  e = if u > limit then limit elseif u < -limit then -limit else u;
  u = 3*x;
  der(x) = 1 - 0.1*x;
  // expect: i at 0.3 = -0.2393742439
  // expect: i at 2 = -0.1267769859
  // expect: psi at 2 = 0.7464460281          2 i + 1
  // expect: x at 2 = 1.8126924692
  // options: --stop-time 2 --interval 0.1 --tolerance 1e-9
end FluxThroughLimiter;
