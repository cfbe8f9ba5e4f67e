// Section 4.4.4: parameters that depend on each other in any order, through functions and arrays.
// expect: d at start = 19
// expect: y at 0 = 19
model ParameterChain
  parameter Real d = c + sum(b);
  parameter Real c = a*a;
  parameter Integer n = 4;
  parameter Real b[n] = {i for i in 1:n};
  parameter Real a = 3;
  Real y = d;
end ParameterChain;
