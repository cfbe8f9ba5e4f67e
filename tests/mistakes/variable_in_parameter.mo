// mica check
model VariableInParameter
  Real x = time;
  parameter Real p = 2*x;
  constant Real c = p;
end VariableInParameter;
