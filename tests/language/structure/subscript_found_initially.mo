// Unknowns picked by subscripts that only the initialization finds: the equations are solved together, without dividing by a factor that may be zero.
// expect: x[1] at end = -0.01
// expect: x[2] at end = 1.01
// expect: z[3] at end = 4
// expect: z[1] at end = 2
// expect: z[2] at end = 3
model SubscriptFoundInitially
  parameter Integer i(fixed = false), j(fixed = false);
  parameter Integer p[3](each fixed = false);
  Real x[2], z[3];
initial algorithm
  i := 2;
  j := if i == 1 then 2 else 1;
  p := {3, 1, 2};
equation
  x[i] = 0.01 + time;
  x[j] = 1 - x[i];
  z[p[1]] = 4*time;
  z[p[2]] + z[p[1]] = 6*time;
  z[p[3]] - z[p[2]] = time;
end SubscriptFoundInitially;
