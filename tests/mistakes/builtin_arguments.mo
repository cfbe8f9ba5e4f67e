// mica check
model BuiltinArguments "Arguments of predefined functions: names, numbers, types and shapes that do not fit"
  type E = enumeration(a, b);
  Real u = time;
  Real named = sin(x = time);
  Real misspelt = homotopy(actual = u, simplifed = 1);
  Real by_place = delay(u, delayTime = 1);
  Real twice = homotopy(u, actual = 2, simplified = 3);
  Real missing = homotopy(simplified = 1);
  Real surplus = atan2(u, 2, 3);
  Real none = cos();
  Real text = sqrt("four");
  Real sizes[2] = atan2({1, 2}, {1, 2, 3});
  Real vector = delay(u, {1, 2}, 1);
  Boolean order = edge(u);
  Real deep = sum(promote(u, 2147483647));
  String format = String(u, minimumLength = "3");
  Real value = assert(true, "this is a statement");
  Integer ordinal = Integer(2);
  Real skewed[3, 3] = symmetric([1, 2; 3, 4; 5, 6]);
  function f
    input Real x;
    output Real y;
  algorithm
    y := delay(x, 1) + (if initial() then 1 else 0);
  end f;
  Real called = f(u);
end BuiltinArguments;
