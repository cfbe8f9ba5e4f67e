// mica check
model IntegersFromEachOther
  function step
    input Integer other;
    output Integer n;
    output Real x;
  algorithm
    n := 1 - other;
    x := 2*other;
  end step;
  Integer a, b;
  Real x, y;
equation
  (a, x) = step(b);
  (b, y) = step(a);
end IntegersFromEachOther;
