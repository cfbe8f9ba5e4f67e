// A constant slope is integrated exactly by implicit Euler, also over the shorter steps around an event that is off the grid of steps.
// expect: z at 0.3 = 0.6
// expect: z at end = 2 +- 1e-9
// expect: n at end = 2
// options: --method implicit-euler --step 0.1 --stop-time 1 --intervals 10
model ImplicitEulerEvents
  Real z(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(z) = 2;
  when {time > 0.333, z > 1.23} then
    n = pre(n) + 1;
  end when;
end ImplicitEulerEvents;
