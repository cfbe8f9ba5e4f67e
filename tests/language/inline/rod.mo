// options: --method inline-rk3 --step 0.001 --stop-time 0.1
// Heat in a rod of 400 cells, four times stiffer than what the step resolves: a band, solved as it is. The lowest mode of the discretised rod alone,
// cos(i*theta) with theta = pi/400, so that u decays by exp(-lambda t), lambda = 2*(1 - cos(theta))*400² = 9.869554.
// expect: u[1] at 0.1 = 0.3727069 +- 1e-6
// expect: u[200] at 0.1 = 0.0014636 +- 1e-6
// expect: u[400] at 0.1 = -0.3727069 +- 1e-6
model Rod
  parameter Integer n = 400;
  parameter Real theta = 3.141592653589793/n;
  Real u[n];
  Real between[n + 1];
initial equation
  u = {cos((i - 0.5)*theta) for i in 1:n};
equation
  between[1] = 0;
  between[2:n] = u[1:n - 1] - u[2:n];
  between[n + 1] = 0;
  der(u) = n^2*(between[1:n] - between[2:n + 1]);
end Rod;
