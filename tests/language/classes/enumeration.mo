// Section 4.8.5: comparison, conversion, arrays indexed by an enumeration, loops over one.
// expect: a at 0 = 1
// expect: b at 0 = 20
// expect: c at 0 = 60
// expect: d at 0 = true
// expect: e at 0 = 3
type Size = enumeration(small "S", medium "M", large "L");
model Enumeration
  parameter Size size = Size.medium;
  parameter Real price[Size] = {10, 20, 30};
  Integer a = if size == Size.medium then 1 else 0;
  Real b = price[size];
  Real c = sum(price[s] for s in Size);
  Boolean d = Size.small < Size.large;
  Integer e = Integer(Size.large);
end Enumeration;
