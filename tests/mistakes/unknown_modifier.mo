// mica check
model UnknownModifier
  Mica.Blocks.Gain gain(K = 2);
equation
  gain.u = 1;
end UnknownModifier;
