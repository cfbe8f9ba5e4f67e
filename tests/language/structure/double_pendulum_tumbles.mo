// Two rods in a row that tumble: two constraints at a time, whose four coordinates become singular in turn. Energy stays as at the start.
model DoublePendulumTumbles
  parameter Real g = 9.81;
  Real x1(start = 0.6, fixed = true), y1(start = 0.8), x2(start = 0.6, fixed = true), y2(start = 1.8);
  Real vx1(start = 2, fixed = true), vy1, vx2(start = -3, fixed = true), vy2, F1, F2;
  Real energy = (vx1^2 + vy1^2 + vx2^2 + vy2^2)/2 + g*(y1 + y2);
  Real length1 = x1^2 + y1^2, length2 = (x2 - x1)^2 + (y2 - y1)^2;
equation
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  der(vx1) = -F1*x1 + F2*(x2 - x1);
  der(vy1) = -F1*y1 + F2*(y2 - y1) - g;
  der(vx2) = -F2*(x2 - x1);
  der(vy2) = -F2*(y2 - y1) - g;
  length1 = 1;
  length2 = 1;
  // At the start the rods are at (0.6, 0.8) and upright: vy1 = -2·0.6/0.8 = -1.5, and vy2 = vy1. 2² + 1.5² + 3² + 1.5² = 17.5.
  // expect: energy at start = 34.256             17.5/2 + 9.81·2.6
  // expect: energy at 3 = 34.256 +- 1e-4
  // expect: energy at end = 34.256 +- 1e-3
  // expect: length1 at end = 1 +- 1e-6
  // expect: length2 at end = 1 +- 1e-6
  // options: --stop-time 10 --interval 0.5 --tolerance 1e-9
end DoublePendulumTumbles;
