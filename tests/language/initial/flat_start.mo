// Equations that are flat at their start values: no slope leads to the solution, a change of sign does.
model FlatStart
  Real x;
  Real h(start = 1e5, nominal = 1e6, min = 0, max = 1e7) "like the quality of steam, 0 below and 1 above";
  Real q = 0.3 + 0.1*time;
equation
  9 = noEvent(if x > 50 then (x - 50)^2 else 0);
  q = max(0, min(1, (h - 4e5)/2e6));
  // expect: x at start = 53
  // expect: h at start = 1e6 +- 1e-3
  // expect: h at end = 1.2e6 +- 1e-3
end FlatStart;
