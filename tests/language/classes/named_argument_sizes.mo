// A size that a constructor's argument gives, where another argument of the same call has that size: the arguments do not wait for each other.
// expect: direct at end = 4
// expect: nested at end = 6
// expect: rows at end = 3
record Field
  parameter Integer n = size(place, 1);
  parameter Real place[:, 2];
  parameter Real depth = 1;
end Field;
record Data
  parameter Field field;
  parameter Real q = 2;
end Data;
partial model Base
  parameter Data data;
  Real y = data.field.place[2, 2]*time;
end Base;
model Direct
  extends Base(data(field = Field(n = 3, place = place, depth = 3)));
  parameter Integer n = data.field.n;
  final parameter Real place[n, 2] = {{i, 2*i} for i in 1:n};
end Direct;
model Nested
  extends Base(data = Data(field = Field(n = 3, place = place, depth = 3)));
  parameter Integer n = data.field.n;
  final parameter Real place[n, 2] = {{i, 3*i} for i in 1:n};
end Nested;
model NamedArgumentSizes
  Direct d;
  Nested s;
  Real direct = d.y "2*2";
  Real nested = s.y "3*2";
  Integer rows = size(s.data.field.place, 1);
end NamedArgumentSizes;
