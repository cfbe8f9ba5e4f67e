// Section 16.3: an interval that is a clocked variable is computed anew at every tick. Ticks at 0, 0.003, 0.007, 0.012, … and 0, 0.3, 0.7, …
// options: --interval 0.0001
// expect: y at 0.002 = 1
// expect: y at 0.0031 = 2
// expect: y at 0.0069 = 2
// expect: y at 0.0071 = 3
// expect: y at 0.0121 = 4
// expect: k at 0.0029 = 1
// expect: k at 0.0031 = 2
model VariableInterval
  Real nextInterval(start = 0.002);
  Real y(start = 0);
  Integer counter(start = 2);
  Real k(start = 0);
equation
  when Clock(nextInterval) then
    nextInterval = previous(nextInterval) + 1e-3;
    y = previous(y) + 1;
  end when;
  when Clock(counter, 1000) then
    counter = previous(counter) + 1;
    k = previous(k) + 1;
  end when;
  annotation (experiment(StopTime = 0.02));
end VariableInterval;
