// The same kind of loop, and it has a solution: b = a and a = 3 where b >= 3; iteration finds it.
// expect-stderr: W5402
// expect: a at end = 3 +- 0
// expect: b at end = 3 +- 0
model DiscreteLoopWithSolution
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true);
equation
  when time > 0.5 then
    a = min(b + 1, 3);
    b = a;
  end when;
end DiscreteLoopWithSolution;
