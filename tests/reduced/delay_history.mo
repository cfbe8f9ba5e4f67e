// Must give abs(e) < 1e-4 at all times with default settings.
model DelayHistory "The delay of a smooth signal beside a slow state"
  Real u = sin(5*time);
  Real d = delay(u, 0.4);
  Real e = d - (if time < 0.4 then 0 else sin(5*(time - 0.4)));
  Real x(start = 1, fixed = true);
equation
  der(x) = -0.001*x;
  annotation (experiment(StopTime = 5));
end DelayHistory;
