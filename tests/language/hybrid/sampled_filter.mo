// Two rates that meet every third tick; x[k] = 0.5*x[k-1] + 1 goes to 2, y counts. Ticks that coincide act in one event.
// expect: x at 0.95 = 1.998046875         10 ticks: 2 - 2^-9
// expect: y at 0.95 = 4
// expect: together at 0.95 = 4            at 0, 0.3, 0.6, 0.9
// options: --interval 0.05
model SampledFilter
  discrete Real x(start = 0, fixed = true);
  Integer y(start = 0, fixed = true), together(start = 0, fixed = true);
  Boolean fast = sample(0, 0.1), slow = sample(0, 0.3);
equation
  when fast then
    x = 0.5*pre(x) + 1;
  end when;
  when slow then
    y = pre(y) + 1;
  end when;
  when fast and slow then
    together = pre(together) + 1;
  end when;
end SampledFilter;
