// Two valves in a row: while both are closed, nothing determines the pressure between them, and 0·p = 0 holds for any. Opened, it is the mean.
model ClosedValves
  Real p(start = 4), flow1, flow2, opening = if time < 0.5 then 0 else time, q(start = 0, fixed = true);
equation
  flow1 = opening*(7 - p);
  flow2 = opening*(p - 1);
  flow1 = flow2;
  der(q) = flow1;
  // expect: p at start = 4
  // expect: p at end = 4
  // expect: flow1 at end = 3
  // expect: q at end = 1.125 +- 1e-6        3·(1 - 0.25)/2
  // options: --stop-time 1 --tolerance 1e-8
end ClosedValves;
