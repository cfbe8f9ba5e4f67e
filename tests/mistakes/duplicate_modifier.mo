// mica check
model DuplicateModifier
  Mica.Blocks.Gain gain(k = 1, k = 2);
equation
  gain.u = 1;
end DuplicateModifier;
