model Rod "A rod, hot at its left end, in slices"
  parameter Integer n = 4 "Slices";
  Mica.Heat.FixedTemperature left(T = 373.15);
  Mica.Heat.HeatCapacitor slice[n](each C = 10, T(start = {293.15 + i for i in 1:n}, each fixed = true));
  Mica.Heat.ThermalConductor between[n](G = fill(2, n));
  Real mean(unit = "K") "Mean temperature";
equation
  connect(left.port, between[1].a);
  for i in 1:n loop
    connect(between[i].b, slice[i].port);
  end for;
  connect(slice[1:n - 1].port, between[2:n].a);
  mean = sum(slice.T)/n;
  annotation (experiment(StopTime = 20));
end Rod;
