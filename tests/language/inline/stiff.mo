// options: --method inline-rk3 --step 0.01 --stop-time 2
// A fast and a slow state: x follows cos(time) with a delay of 1e-6 s, far below the step; y decays, y = exp(-time).
// expect: x at 1 = 0.5403023 +- 1e-5
// expect: x at end = -0.4161468 +- 1e-5
// expect: y at end = 0.1353353 +- 1e-6
model Stiff
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = 1e6*(cos(time) - x);
  der(y) = -y;
end Stiff;
