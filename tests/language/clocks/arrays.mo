// Clocked arrays, arrays of clocks, and clocks through connectors.
// expect: y[1] at 0.25 = 0.2
// expect: y[2] at 0.25 = 0.4
// expect: a.y at 0.35 = 0.3
// expect: b.y at 0.35 = 0.2
// expect: s at 0.25 = 0.6
connector ClockInput = input Clock;
connector ClockOutput = output Clock;
block Source
  parameter Integer n;
  ClockOutput c = Clock(n, 10);
end Source;
block Sampler
  ClockInput c;
  Real y = sample(time, c);
end Sampler;
model Arrays
  Clock c[2] = {Clock(1, 10), Clock(1, 5)};
  Real y[2] = sample({time, 2*time}, c[1]);
  Source source[2](n = {1, 2});
  Sampler a, b;
  Real s = sum(y);
equation
  connect(source[1].c, a.c);
  connect(source[2].c, b.c);
end Arrays;
