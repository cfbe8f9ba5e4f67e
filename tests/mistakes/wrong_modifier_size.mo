// mica check
model WrongModifierSize
  Mica.Blocks.Constant c[3](k = {1, 2});
end WrongModifierSize;
