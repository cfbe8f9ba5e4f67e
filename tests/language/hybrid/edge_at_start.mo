// A relation that starts on its edge, of a solution of a nonlinear system: v rises from its threshold, u falls from it. Each says so once.
// expect: up at end = 1
// expect: down at end = 0
// expect: v at end = 1.0
// options: --stop-time 1
model EdgeAtStart
  Real x(start = 2, fixed = true), u(start = 1), v(start = 0.5);
  Integer up(start = 0, fixed = true), down(start = 0, fixed = true);
equation
  u^3 + u = x;
  v + exp(v - 1) = 2 - 0.5*(1 - time) - (1 - exp(-0.5))*(1 - time);
  der(x) = -u;
  when v > 0.5 then
    up = pre(up) + 1;
  end when;
  when u > 1 then
    down = pre(down) + 1;
  end when;
end EdgeAtStart;
