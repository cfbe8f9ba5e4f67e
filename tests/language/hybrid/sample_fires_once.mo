// sample() is true in the first pass of an event iteration alone (specification 3.7.5): what goes on through pre() while it is true makes one step at
// each tick, not as many as there are passes.
// expect: n at end = 4           ticks at 0.5, 1.5, 2.5, 3.5
// expect: stage at 1 = 1
// expect: stage at 2 = 2
// expect: stage at end = 4
// expect: seen at end = 4        a when-clause sees each tick
model SampleFiresOnce
  Boolean b = sample(0.5, 1);
  Integer n(start = 0, fixed = true) = if b then pre(n) + 1 else pre(n);
  Boolean active[5](start = {true, false, false, false, false}, each fixed = true) "Steps in a row, as in a state graph";
  Boolean fires[4];
  Integer stage = sum(if active[i] then i - 1 else 0 for i in 1:5);
  Integer seen(start = 0, fixed = true);
equation
  for i in 1:4 loop
    fires[i] = pre(active[i]) and b;
  end for;
  active[1] = pre(active[1]) and not fires[1];
  for i in 2:4 loop
    active[i] = (pre(active[i]) or fires[i - 1]) and not fires[i];
  end for;
  active[5] = pre(active[5]) or fires[4];
  when b then
    seen = pre(seen) + 1;
  end when;
  annotation (experiment(StopTime = 4));
end SampleFiresOnce;
