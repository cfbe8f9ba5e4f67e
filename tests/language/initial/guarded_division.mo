// A pump that stands still has no characteristic: what is divided by its speed must not be looked at, not even where the equation is solved for the flow.
// expect: dp at start = 0
// expect: q at start = 0
// expect: dp at end = -0.5
// expect: q at end = 0.5
// options: --stop-time 1 --interval 0.5
model GuardedDivision
  Real w = time, dp, q, loss;
  Real dp1 = w^2, q1 = w;
equation
  if noEvent(abs(w) < 1e-100) then
    dp = 0;
  else
    dp = -dp1*(1 - q/q1);
  end if;
  loss = q*(1 + w*0.5) - q*0.5*w;
  dp + loss = 0;
end GuardedDivision;
