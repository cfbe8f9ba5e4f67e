// initial() beside a relation of time that changes right after the start: the clause fires once at initialization and once after it (8.3.5.1, 8.6). What is
// counted by initial() alone is counted once.
// expect: both at start = 1
// expect: both at end = 2
// expect: alone at end = 1
// expect: late at 0.4 = 1
// expect: late at end = 2
model InitialAmongConditions
  Boolean after = time > 0;
  Integer both(start = 0, fixed = true), alone(start = 0, fixed = true), late(start = 0, fixed = true);
equation
  when {initial(), after} then
    both = pre(both) + 1;
  end when;
  when initial() then
    alone = pre(alone) + 1;
  end when;
  when {initial(), time > 0.5} then
    late = pre(late) + 1;
  end when;
  annotation (experiment(StopTime = 1, Interval = 0.1));
end InitialAmongConditions;
