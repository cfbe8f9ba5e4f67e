// options: --method inline-mixed --step 0.001 --stop-time 3 --interval 0.1
// A tank empties by der(h) = -sqrt(p), and the pressure p follows h within 0.02 ms: sqrt(h) = 1 - t/2, so that h = 0.25 at t = 1. Then it is filled by 3 - sqrt(h)
// until h = 1: with y = sqrt(h) that takes 2 ∫ y/(3 - y) dy from 0.5 to 1 = 2 (3 ln 1.25 - 0.5) = 0.3389. Events at 1, 1.339, 2.339, 2.678, each seen at the end of a step.
// expect: first at end = 1 +- 3e-3
// expect: count at end = 4 +- 0
// expect: h at 0.5 = 0.5625 +- 1e-3
model MixedNonlinearEvents
  Real h(start = 1, fixed = true), p(start = 1, fixed = true);
  Boolean fills(start = false, fixed = true);
  Integer count(start = 0, fixed = true);
  discrete Real first(start = 0, fixed = true);
equation
  der(h) = (if fills then 3 else 0) - sqrt(max(p, 0));
  der(p) = 5e4*(h*h - p*p)/(1 + p);
  when {h < 0.25, h > 1} then
    fills = h < 0.5;
    count = pre(count) + 1;
  end when;
  when h < 0.25 then
    first = if pre(first) > 0 then pre(first) else time;
  end when;
end MixedNonlinearEvents;
