// Must end with a message that time cannot advance by this period within the span of the run.
model TinyPeriod
  discrete Integer n(start = 0, fixed = true);
equation
  when sample(0, 1e-300) then
    n = pre(n) + 1;
  end when;
end TinyPeriod;
