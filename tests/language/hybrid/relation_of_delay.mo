// A relation that reads delay() itself, not a variable that has its value, is watched like any other: what is delayed
// goes on when all that the relation names rests. x rises to 1.1, falls to -0.1, and so on; delay(time, …) is linear in
// time only after the delay has passed.
// expect: x at 1 = 1
// expect: x at 2 = 0.2
// expect: x at 3 = 0.6
// expect: n at end = 1 +- 0
// expect: first at end = 1.5
// expect: held at 1.25 = 1
// expect: held at 1.75 = 2
// options: --stop-time 3 --interval 0.125 --tolerance 1e-8
model RelationOfDelay
  Real x(start = 0, fixed = true);
  Boolean on(start = true, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real first(start = 0, fixed = true);
  Real held = floor(delay(2*time, 0.5));
equation
  der(x) = if on then 1 else -1;
  on = if pre(on) then delay(x, 0.1) < 1 else delay(x, 0.1) < 0;
  when delay(time, 0.5) > 1 then
    n = pre(n) + 1;
    first = time;
  end when;
end RelationOfDelay;
