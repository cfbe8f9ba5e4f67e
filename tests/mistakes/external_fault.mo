// mica simulate
model ExternalFault "An external function touches memory that is not its own"
  impure function Touch
    input Real x;
    output Real y;
  external "C" y = mica_test_touch(x) annotation (Include = "static double mica_test_touch(double x) { volatile int* nothing = 0; *nothing = 1; return x; }");
  end Touch;
  Real x(start = 0, fixed = true);
  discrete Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    y = Touch(x);
  end when;
end ExternalFault;
