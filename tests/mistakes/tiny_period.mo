// mica simulate
model TinyPeriod "A clock that is faster than time can be resolved"
  discrete Integer n(start = 0, fixed = true);
equation
  when sample(0, 1e-25) then
    n = pre(n) + 1;
  end when;
  annotation (experiment(StopTime = 1));
end TinyPeriod;
