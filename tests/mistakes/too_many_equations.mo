// mica check
model TooManyEquations
  model Tank
    Real level(start = 1, fixed = true);
    Real outflow = 2;
  equation
    der(level) = -outflow;
    outflow = 0.1*level;
  end Tank;
  Tank tank;
end TooManyEquations;
