// Two tanks into one of which water runs: it goes to the first when that is empty, else to the second when that is. More runs out than in, and the switching accumulates at
// (1 + 1)/(0.75 + 0.75 - 1) = 4, where both are empty: nothing continues it.
// expect: end = 4 +- 1e-3
// expect-exit: 3
// expect-stderr: E6307
// expect-stderr: component tanks: tanks.x
// options: --stop-time 6
model EventsAccumulate
  model Tanks
    Real x1(start = 1, fixed = true), x2(start = 1, fixed = true);
    Boolean first(start = true, fixed = true);
  equation
    der(x1) = (if first then 1 else 0) - 0.75;
    der(x2) = (if first then 0 else 1) - 0.75;
    when x1 <= 0 then
      first = true;
    elsewhen x2 <= 0 then
      first = false;
    end when;
  end Tanks;
  Tanks tanks;
end EventsAccumulate;
