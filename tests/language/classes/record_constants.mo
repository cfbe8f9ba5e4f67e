// Section 12.6: a constant with a value is not an argument of a record's constructor, but part of the record. What has a record of another
// class as its value has the constants of that one: by a component and by a constructor.
// expect: wall.melts at 0 = 10
// expect: plain.melts at 0 = 1
// expect: made.melts at 0 = 10
// expect: own.melts at 0 = 1
// expect: one.melts at 0 = 10
// expect: walls[2].melts at 0 = 10
record Material
  parameter Real k = 1;
  constant Boolean melts = false;
  constant Integer n = 1;
end Material;
record Solid
  extends Material(final melts = false);
end Solid;
record Wax
  extends Material(final melts = true, n = 2);
end Wax;
function computed
  output Material m(k = 3);
algorithm
end computed;
model Wall
  parameter Material material;
  Real melts = if material.melts then 10 else 1;
  Real x[material.n] = fill(material.k, material.n);
end Wall;
model RecordConstants
  parameter Wax wax(k = 2);
  parameter Solid solid;
  Wall wall(material = wax);
  Wall plain(material = solid);
  Wall made(material = Wax(k = 4));
  Wall own(material = computed());
  parameter Wax waxes[2](k = {5, 6});
  Wall one(material = waxes[2]);
  Wall walls[2](each material = wax);
end RecordConstants;
