// A lag that is put back to its limit while it would leave it upwards: as the input falls below the limit, the resets come in ever shorter intervals, and end.
// After that the lag follows the input: s - u = T*(1 - exp(-t/T)) for a ramp down of slope 1, T = 0.2, from s = u = 2 at time 1.
// expect: s at end = 1.19865 +- 1e-3        u(2) = 1, and 0.2*(1 - exp(-5))
// options: --stop-time 2
model LimitThatIsLeft
  Real u = 3 - time;
  Real s(start = 2, fixed = true);
equation
  0.2*der(s) = u - s;
  when s > 2 and u - s < 0 then
    reinit(s, 2);
  end when;
end LimitThatIsLeft;
