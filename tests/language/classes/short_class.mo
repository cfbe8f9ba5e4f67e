// Section 4.5.1: short class definitions with modifiers and array dimensions.
// expect: v at 0 = 4
// expect: w[3] at 0 = 3
// expect: l.y at 0 = 8
type Voltage = Real(unit = "V", start = 4);
type Vector = Real[3];
model Level
  parameter Real k = 1;
  Real y = k;
end Level;
model High = Level(k = 8);
model ShortClass
  Voltage v(fixed = true);
  Vector w = {1, 2, 3};
  High l;
equation
  der(v) = 0;
end ShortClass;
