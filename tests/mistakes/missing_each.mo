// mica check
model MissingEach
  Mica.Blocks.Constant c[3](k = 5);
end MissingEach;
