// With --method inline-rk2, inline-rk3 or inline-rk4 and --step 0.1 must reach time 1000 with h1 = h2 = 4.
model TanksMeet "Two tanks whose levels meet: the flow goes to zero"
  Real h1(start = 8, fixed = true), h2(start = 2, fixed = true), m(start = 10), p1(start = 1e5), p2(start = 1e5);
equation
  1000*der(h1) = -m;
  2000*der(h2) = m;
  1e5 + 9810*h1 - p1 = 8*m*abs(m);
  p2 - (1e5 + 9810*h2) = 8*m*abs(m);
  p1 - p2 = 20*m*abs(m);
  annotation (experiment(StopTime = 1000));
end TanksMeet;
