// A ramp up, a plateau and a ramp down in each period, by time events that sums make: some steps end at an event but for the last bit. The state there is that
// of the end of the step, not that of an output point inside of it. x at 1 from the closed form of der(x) = k*(u - x) on each piece.
// options: --method dopri45
// expect: x at end = 2.6264281 +- 1e-5
model StepEndsAtEvent
  parameter Real s = 0.025, rising = 0.02, k = 6.2832;
  Real u, x(start = 0, fixed = true);
  discrete Real T0(start = s, fixed = true);
equation
  when sample(s, 0.1) then
    T0 = time;
  end when;
  u = if time < T0 then 0 else if time < T0 + rising then (time - T0)*5/rising else if time < T0 + 0.05 then 5
    else if time < T0 + 0.07 then 5*(T0 + 0.07 - time)/0.02 else 0;
  der(x) = k*(u - x);
end StepEndsAtEvent;
