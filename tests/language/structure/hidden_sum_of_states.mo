// Three inductors before a bridge without a neutral wire: what goes up comes back down, so the currents add up to nothing, but only all sums together
// say so. Two of them are states. With T = B = 0 by symmetry, L*der(i[k]) = e[k] - R/2*i[k]: i[k] = e[k]*(1 - exp(-time)).
// expect: i[1] at 0.5 = 1.1804080 +- 1e-5
// expect: i[2] at 0.5 = -0.3934693 +- 1e-5
// expect: i[3] at end = -1.2642411 +- 1e-5
// expect: load at end = 0 +- 1e-9
// options: --stop-time 1 --interval 0.1 --tolerance 1e-8
model HiddenSumOfStates
  parameter Real e[3] = {3, -1, -2}, R = 2, L = 1;
  Real i[3](start = {0, 0, 0}), v[3], up[3], down[3], load, T, B;
equation
  for k in 1:3 loop
    L*der(i[k]) = e[k] - v[k];
    up[k] - down[k] = i[k];
    v[k] - T = R*up[k];
    B - v[k] = R*down[k];
  end for;
  up[1] + up[2] + up[3] = load;
  down[1] + down[2] + down[3] = load;
  T - B = 5*load;
end HiddenSumOfStates;
