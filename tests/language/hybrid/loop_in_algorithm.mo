// A loop that stays a loop tests what it changes: no one value of its relation could be held. What discrete variables
// have from it is held as a whole, so that pre() and when-clauses see it change. The least n with x + 0.3*n >= 1 falls
// at x = 0.1, 0.4 and 0.7.
// expect: steps at start = 4 +- 0
// expect: steps at 0.25 = 3 +- 0
// expect: steps at 0.75 = 1 +- 0
// expect: s at 0.25 = 1.15
// expect: changes at 0.95 = 3 +- 0
// expect: area at end = 2.2         // 0.1*4 + 0.3*3 + 0.3*2 + 0.3*1
// options: --stop-time 0.9999999 --interval 0.05 --tolerance 1e-8
model LoopInAlgorithm
  Real x(start = 0, fixed = true);
  Real s;
  Integer steps, changes(start = 0, fixed = true);
  Real area(start = 0, fixed = true);
equation
  der(x) = 1;
  der(area) = steps;
  when change(steps) then
    changes = pre(changes) + 1;
  end when;
algorithm
  s := x;
  steps := 0;
  while s < 1 loop
    s := s + 0.3;
    steps := steps + 1;
  end while;
end LoopInAlgorithm;
