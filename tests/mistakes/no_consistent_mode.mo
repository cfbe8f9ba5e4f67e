// mica simulate
model NoConsistentMode
  Real x, y;
  Boolean b;
equation
  b = x > 0;
  y = if b then -1 else 1;
  x = y + 0.5*sin(time);
end NoConsistentMode;
