// A relation of a fast signal beside a slow state: each of the 60 changes is found, whatever the steps. cos(w*t) > 0.5 for a third of the time.
// expect: switches at end = 60
// expect: on at end = 10 +- 1e-4
// expect: product at end = 60
// options: --stop-time 30 --intervals 100
model FastSignalSlowState
  constant Real w = 2*3.141592653589793;
  Real x(start = 1, fixed = true) "Nearly constant", on(start = 0, fixed = true);
  Real y = cos(w*time);
  Real z = (1 + x)*sin(w*time + 0.1);
  Boolean high = y > 0.5, positive = z > 0;
  Integer switches(start = 0, fixed = true), product(start = 0, fixed = true);
equation
  der(x) = -1e-6*x;
  der(on) = if high then 1 else 0;
  when change(high) then
    switches = pre(switches) + 1;
  end when;
  when change(positive) then
    product = pre(product) + 1;
  end when;
end FastSignalSlowState;
