// A pendulum in Cartesian coordinates that goes round some forty times: neither x nor y can be the state all the way. Its energy stays, and it stays
// with the same pendulum in its angle, which needs no choice.
model PendulumAllRound
  parameter Real g = 9.81;
  Real x(start = 0, fixed = true), y(start = -1), vx(start = 8, fixed = true), vy, F;
  Real energy = (vx^2 + vy^2)/2 + g*y;
  Real phi(start = 0, fixed = true) "the same in its angle";
  Real w(start = 8, fixed = true);
  Real error = abs(x - sin(phi)) + abs(y + cos(phi));
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - g;
  x^2 + y^2 = 1;
  der(phi) = w;
  der(w) = -g*sin(phi);
  // expect: energy at end = 22.19 +- 2e-4      8²/2 - g
  // expect: error at 2 = 0 +- 1e-5
  // expect: error at end = 0 +- 3e-4
  // options: --stop-time 20 --interval 0.5 --tolerance 1e-9
end PendulumAllRound;
