// options: --method inline-implicit-euler --step 0.125 --stop-time 2
// A tank is filled by 1 a second until its level is above 1, seen at the end of a step (1.125), then left; time events are hit exactly.
// expect: level at 1 = 1 +- 1e-12
// expect: level at end = 1.125 +- 1e-12
// expect: ticks at end = 3 +- 0
// expect: last at end = 1.75 +- 1e-12
model Events
  Real level(start = 0, fixed = true);
  discrete Integer ticks(start = 0, fixed = true);
  discrete Real last(start = 0, fixed = true);
equation
  der(level) = if level > 1 then 0 else 1;
  when sample(0.55, 0.6) then
    ticks = pre(ticks) + 1;
    last = time;
  end when;
end Events;
