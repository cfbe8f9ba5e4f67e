// A liquid in a pipe by finite elements, upwind: the derivatives of enthalpies and of the pressure are one nonlinear system, since the flow rates, which say what side is upwind, change with them. The
// liquid hardly gives way: der(p) is known to 1e-8 Pa/s and no better, which means nothing for p, of 2e5 Pa, but is much beside der(p) where p stays.
// The inlet becomes warmer at 1, and there is less flow from 50 on. In the end all is as warm as the inlet and the flow rates are equal: 0.28 = k*(p - 1e5).
// expect: h[12] at end = 141800 +- 1
// expect: p at end = 193333.33 +- 1
// expect: w[6] at end = 0.28 +- 1e-6
model FiniteElements
  constant Integer n = 12;
  parameter Real l = 10/(n - 1), A = 3.14159265e-4, k = 3e-6;
  Real p(start = 2e5, nominal = 1e5), h[n](each start = 1e5, each nominal = 1e5);
  Real w[n](each start = 0.3), a[n], rho[n], rp[n], rh[n], G[n], inlet = if time < 1 then 1e5 else 141800;
initial equation
  der(p) = 0;
  der(h) = zeros(n);
equation
  for i in 1:n loop
    rho[i] = 1000 + 4.6e-7*(p - 1e5)*(1 + 1e-7*h[i]) - 1.1e-5*h[i] - 1e-10*h[i]^2;
    rp[i] = 4.6e-7*(1 + 1e-7*h[i]);
    rh[i] = 4.6e-14*(p - 1e5) - 1.1e-5 - 2e-10*h[i];
    a[i] = tanh(w[i]/0.003);
  end for;
  w[1] = if time < 50 then 0.3 else 0.28;
  G[1] = l/2*(1 - a[1]);
  G[2:n - 1] = fill(l, n - 2);
  G[n] = l/2*(1 + a[1]);
  w[n] = k*(p - 1e5);
  for i in 1:n - 1 loop
    w[i + 1] - w[i] = -A*l*(der(p)/2*(rp[i] + rp[i + 1]) + 1/6*(der(h[i])*(2*rh[i] + rh[i + 1]) + der(h[i + 1])*(rh[i] + 2*rh[i + 1])));
  end for;
  (rho[1]*(l/12)*(3 - 2*a[1]) + rho[2]*(l/12)*(1 - a[1]))*der(h[1]) + (rho[1]*(l/12)*(1 - a[1]) + rho[2]*(l/12)*(1 - 2*a[1]))*der(h[2])
    + (w[1]*(3*a[1] - 4) + w[2]*(3*a[1] - 2))/12/A*h[1] + (w[1]*(4 - 3*a[1]) + w[2]*(2 - 3*a[1]))/12/A*h[2] + (1 - a[1]/2)*w[1]/A*h[1] = der(p)*G[1] + (1 - a[1]/2)*inlet*w[1]/A;
  for i in 2:n - 1 loop
    (rho[i - 1]*(l/12)*(1 + 2*a[i]) + rho[i]*(l/12)*(1 + a[i]))*der(h[i - 1]) + (rho[i - 1]*(l/12)*(1 + a[i]) + rho[i]*(l/2) + rho[i + 1]*(l/12)*(1 - a[i]))*der(h[i])
      + (rho[i]*(l/12)*(1 - a[i]) + rho[i + 1]*(l/12)*(1 - 2*a[i]))*der(h[i + 1])
      + (-w[i - 1]*(2 + 3*a[i]) - w[i]*(4 + 3*a[i]))/12/A*h[i - 1] + (w[i - 1]*(2 + 3*a[i]) + 6*w[i]*a[i] + w[i + 1]*(3*a[i] - 2))/12/A*h[i]
      + (w[i]*(4 - 3*a[i]) + w[i + 1]*(2 - 3*a[i]))/12/A*h[i + 1] = der(p)*G[i];
  end for;
  (rho[n - 1]*(l/12)*(1 + 2*a[n]) + rho[n]*(l/12)*(1 + a[n]))*der(h[n - 1]) + (rho[n - 1]*(l/12)*(1 + a[n]) + rho[n]*(l/12)*(3 + 2*a[n]))*der(h[n])
    + (-w[n - 1]*(2 + 3*a[n]) - w[n]*(4 + 3*a[n]))/12/A*h[n - 1] + (w[n - 1]*(2 + 3*a[n]) + w[n]*(4 + 3*a[n]))/12/A*h[n] = der(p)*G[n];
  annotation(experiment(StopTime = 100));
end FiniteElements;
