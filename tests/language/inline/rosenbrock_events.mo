// options: --method inline-ros2 --step 0.001 --stop-time 2 --interval 0.5
// A nonlinear equation in each evaluation, w + w³ = x, with der(x) = der(w) (1 + 3 w²) and der(w) = -w, so that w = exp(-t). At w = 0.5, t = ln 2, seen at the end of
// the step, w grows instead: w = 0.5 exp(t - ln 2) = 0.25 exp(t), until it is 1 at t = 2 ln 2 = 1.3863, then falls again: w = 4 exp(-t) = 0.5413 at 2.
// expect: w at 0.5 = 0.60653 +- 1e-5
// expect: w at 1 = 0.67957 +- 2e-3
// expect: count at end = 2 +- 0
// expect: w at end = 0.5413 +- 4e-3
model RosenbrockEvents
  Real x(start = 2, fixed = true), w(start = 1);
  Integer count(start = 0, fixed = true);
  Boolean grows(start = false, fixed = true);
equation
  w + w^3 = x;
  der(x) = (if grows then w else -w)*(1 + 3*w^2);
  when {w < 0.5, w > 1} then
    grows = w < 0.7;
    count = pre(count) + 1;
  end when;
end RosenbrockEvents;
