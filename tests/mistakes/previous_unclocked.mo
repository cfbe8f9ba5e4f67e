// mica simulate
model PreviousUnclocked
  Real x(start = 0, fixed = true);
  Real y = previous(x);
equation
  der(x) = 1;
end PreviousUnclocked;
