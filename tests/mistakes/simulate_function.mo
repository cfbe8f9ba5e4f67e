// mica simulate
function SimulateFunction
  input Real x;
  output Real y = x;
algorithm
end SimulateFunction;
