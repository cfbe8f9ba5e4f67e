// Must end with an error at time 0.5 that names sqrt and its argument (or at least warn, once for each).
model SilentNaN "Functions outside of their domain in variables that no state needs"
  Real a = sqrt(0.5 - time), b = log(0.5 - time), c = (0.5 - time)^0.5;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
end SilentNaN;
