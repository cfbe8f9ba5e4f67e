// Needs the Standard Library. Must give no warning.
model UnitOfEvaluated "An evaluated parameter keeps its unit"
  parameter Modelica.Units.SI.CoefficientOfHeatTransfer k = 0 annotation (Evaluate = true);
  parameter Modelica.Units.SI.Area A[2] = {1, 2};
  Modelica.Units.SI.HeatFlowRate Q[2] = {1, 1}, P[2];
  Modelica.Units.SI.Temperature T[2] = {300, 310};
equation
  P = Q + {k*A[i]*(300 - T[i]) for i in 1:2};
end UnitOfEvaluated;
