// mica simulate
model MixedClocked
  Real x(start = 0), y;
equation
  der(x) = 1 - x + y;
  y = 2*sample(x, Clock(1, 10));
end MixedClocked;
