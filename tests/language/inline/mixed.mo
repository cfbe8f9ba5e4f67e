// options: --method inline-mixed --step 0.001 --stop-time 2
// f follows s within 0.01 ms, far below the step, and is implicit; s and u are slow. As f → s: der(s) = -s, der(u) = s - 3 u, whose solution is
// s = exp(-t), u = (exp(-t) + exp(-3 t))/2. Euler's error at the end is h t exp(-t)/2 = 1.4e-4.
// expect: s at 1 = 0.367879 +- 3e-4
// expect: f at 1 = 0.367879 +- 3e-4
// expect: u at end = 0.068907 +- 3e-4
model Mixed
  Real f(start = 0, fixed = true), s(start = 1, fixed = true), u(start = 1, fixed = true);
equation
  der(f) = 1e5*(s - f);
  der(s) = -f;
  der(u) = s - 3*u;
end Mixed;
