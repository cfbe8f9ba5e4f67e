// mica check
model StructurallySingular
  Real x, y, z;
equation
  x = sin(time);
  x = cos(time) + 1;
  y + z = x;
end StructurallySingular;
