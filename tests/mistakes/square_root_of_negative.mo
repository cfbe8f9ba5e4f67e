// mica simulate
model SquareRootOfNegative
  Real level(start = 1, fixed = true);
equation
  der(level) = -1 - sqrt(level);
end SquareRootOfNegative;
