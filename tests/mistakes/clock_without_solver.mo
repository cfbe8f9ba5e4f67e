// mica simulate
model ClockWithoutSolver
  Real u = sample(time, Clock(1, 10));
  Real x(start = 0);
equation
  der(x) = u;
end ClockWithoutSolver;
