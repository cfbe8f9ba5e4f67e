// A capacitance of zero is no state: v follows from the divider at once, and its start value is a guess.
model ZeroCapacitance
  parameter Real C = 0, area = 1, R = 2;
  Real v(start = 0.3), i, u = 1 + time;
equation
  i = C*area*der(v);
  u = R*(i + v/R) + v;
  // expect: v at start = 0.5
  // expect: v at 1 = 1
  // options: --stop-time 1
end ZeroCapacitance;
