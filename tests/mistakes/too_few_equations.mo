// mica check
model TooFewEquations
  model Tank
    Real level(start = 1, fixed = true);
    Real inflow;
    Real outflow;
  equation
    der(level) = inflow - outflow;
    outflow = 0.1*level;
  end Tank;
  Tank tank;
end TooFewEquations;
