// A clock whose intervals shrink by half: 0.25*(1 + 1/2 + …) = 0.5 is where its ticks accumulate.
// expect: end = 0.5 +- 1e-5
// expect-exit: 3
// expect-stderr: E6307
// expect-stderr: component clock: time >= pre(clock.next)
model TicksAccumulate
  model Clock
    discrete Real next(start = 0.25, fixed = true), interval(start = 0.25, fixed = true);
  equation
    when time >= pre(next) then
      interval = pre(interval)/2;
      next = pre(next) + interval;
    end when;
  end Clock;
  Clock clock;
  annotation (experiment(StopTime = 1));
end TicksAccumulate;
