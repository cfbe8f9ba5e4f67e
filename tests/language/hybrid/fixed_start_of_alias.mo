// A fixed start value of an input is pre(u) of the input alone: what it is connected to may start otherwise, by an initial equation.
// expect: y at start = true +- 0
// expect: u at start = true +- 0
// expect: changes at start = 0 +- 0
// expect: y at end = false +- 0
// expect: changes at end = 1 +- 0
block Source
  output Boolean y;
initial equation
  y = true;
equation
  when time > 0.5 then
    y = false;
  end when;
end Source;
block Counter
  input Boolean u(start = false, fixed = true);
  output Integer n(start = 0, fixed = true);
equation
  when change(u) then
    n = pre(n) + 1;
  end when;
end Counter;
model FixedStartOfAlias
  Source source;
  Counter counter(u = source.y);
  Boolean y = source.y, u = counter.u;
  Integer changes = counter.n;
end FixedStartOfAlias;
