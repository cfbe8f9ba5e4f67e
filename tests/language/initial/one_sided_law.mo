// Pressure drops by the square of the flow, without a slope at zero, where the iteration begins. The pressure rises by 10000 Pa from left to right, which only a
// flow from right to left overcomes: 2 + 1 + 1 Pa/(kg/s)^2 at a density of 1, which hardly changes with pressure.
// expect: m at end = -50 +- 1e-3
// expect: a at end = 105000 +- 1e-3
// expect: b at end = 107500 +- 1e-3
model OneSidedLaw
  function drop
    input Real m, left, right, forward, backward;
    output Real dp;
  algorithm
    dp := m^2*(if m > 0 then forward/density(left) else -backward/density(right));
    annotation(smoothOrder = 1);
  end drop;
  function density
    input Real p;
    output Real d;
  algorithm
    d := 1 + 1e-14*p;
    annotation(smoothOrder = 2);
  end density;
  Real m(start = 0), a(start = 5e6, nominal = 1e5), b(start = 5e6, nominal = 1e5);
equation
  1e5 - a = drop(m, 1e5, a, 0.3, 2);
  a - b = drop(m, a, b, 0.3, 1);
  b - 1.1e5 = drop(m, b, 1.1e5, 0.3, 1);
end OneSidedLaw;
