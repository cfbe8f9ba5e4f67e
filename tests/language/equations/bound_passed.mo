// A bound says what its author expects, not what the equations say: an unknown of a nonlinear system may pass its min, at events too, as one of a linear system may. Bounds
// choose between solutions where there are several: z is the positive root all the way.
// expect: x at end = -0.9899924966      cos(3)
// expect: y at end = 0.1411200081 +- 1e-5
// expect: z at end = 2
// expect: n at end = 1
model BoundPassed
  Real x(min = 0, start = 1), y(start = 0, fixed = true), z(min = 0, start = 1);
  Integer n(start = 0, fixed = true);
equation
  x^3 + x = cos(time)^3 + cos(time);
  der(y) = x;
  z^2 = 1 + time;
  when x < -0.5 then
    n = pre(n) + 1;
  end when;
  annotation (experiment(StopTime = 3));
end BoundPassed;
