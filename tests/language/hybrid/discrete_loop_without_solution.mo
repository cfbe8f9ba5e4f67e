// Two counters that read each other's new value: a = a + 2 in effect, which no a fulfils. The event ends the run.
// expect-stderr: W5402
// expect-stderr: error E6305
// expect-stderr: finds no consistent value
// expect-exit: 3
// expect: end = 0.5
model DiscreteLoopWithoutSolution
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true);
equation
  when time > 0.5 then
    a = b + 1;
    b = a + 1;
  end when;
end DiscreteLoopWithoutSolution;
