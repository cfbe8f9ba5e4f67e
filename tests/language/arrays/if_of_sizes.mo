// Section 3.6.5: branches of an if-expression may differ in size where the condition is a parameter expression; it becomes structural.
// expect: y at 0 = 7
// expect: n at 0 = 2
// expect: f at 0 = 8                   the subscript in the branch that is not taken is out of bounds
type Kind = enumeration(Short, Long);
model Table
  parameter Real table[:, 2];
  Integer n = size(table, 1);
end Table;
model IfOfSizes
  parameter Kind kind = Kind.Short;
  Table t(table = if kind == Kind.Short then short else long);
  Real y = t.table[2, 1] + t.table[2, 2];
  Integer n = t.n;
  parameter Real none[:] = fill(0.0, 0);
  Real f = if size(none, 1) > 0 then none[1] else 8;
protected
  constant Real short[:, 2] = [1, 2; 3, 4];
  constant Real long[:, 2] = [1, 2; 3, 4; 5, 6];
end IfOfSizes;
