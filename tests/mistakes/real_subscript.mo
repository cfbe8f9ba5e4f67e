// mica check
model RealSubscript
  parameter Real k = 2;
  Real x[3] = {1, 2, 3};
  Real y = x[k];
end RealSubscript;
