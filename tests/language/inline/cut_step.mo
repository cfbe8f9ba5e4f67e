// An event between the points of the grid cuts a step in two: factors of the step size are computed anew for them, and again after them.
// x + y and x - y decay with 2/s and 4/s; a step h of implicit Euler divides them by 1 + 2h and 1 + 4h. Nine steps of 0.1 and two of 0.05:
// expect: x at end = 0.09689106
// expect: y at end = 0.06327977
// options: --stop-time 1 --interval 0.1 --method inline-implicit-euler --step 0.1
model CutStep
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  discrete Real kept(start = 0, fixed = true);
equation
  der(x) = -3*x + y;
  der(y) = x - 3*y;
  when time >= 0.25 then
    kept = x;
  end when;
end CutStep;
