model Cells "Cells in a row, each charged through the resistor before it"
  parameter Integer n = 10 "Number of cells";
  parameter Real R = 1 "Resistance between two cells";
  parameter Real C = 0.5 "Capacity of the source's own cell";
  Real u(start = 0) "Voltage of the source's own cell";
  Real v[n](each start = 0, each fixed = true) "Voltages of the cells";
  Real i[n] "Currents into the cells";
equation
  C*der(u) = (1 - u)/R - i[1];
  R*i[1] = u - v[1];
  for k in 2:n loop
    R*i[k] = v[k - 1] - v[k];
  end for;
  for k in 1:n loop
    der(v[k]) = i[k] - (if k < n then i[min(k + 1, n)] else 0);
  end for;
  annotation (experiment(StopTime = 5));
end Cells;
