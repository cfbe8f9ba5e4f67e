// Section 3.7 and 12.4.1: arguments of predefined functions by name where the specification names them, and by the names of a function that stands for one.
// expect: h at 1 = 2
// expect: s at 1 = 0.8414709848078965
// expect: n at 1 = 5
// expect: m at 1 = 6
// expect: out at 1 = 3
// expect: sampled at 0.95 = 0.75
model BuiltinNames
  function sine "The name of its argument is its own"
    input Real u;
    output Real y;
  external "builtin" y = sin(u);
  end sine;
  Real h = homotopy(simplified = 0, actual = 2*time);
  Real s = sine(u = time);
  String text = String(3, leftJustified = false, minimumLength = 5);
  String real = String(1/3, minimumLength = 6, significantDigits = 2);
  Integer n = Length(text);
  Integer m = Length(real);
  Real out, back;
  discrete Real clocked;
  Real sampled = hold(clocked);
  function Length
    input String text;
    output Integer length;
  external "C" length = mica_length(text) annotation (Include = "#include <string.h>
static int mica_length(const char* text) { return (int)strlen(text); }");
  end Length;
equation
  (out, back) = spatialDistribution(positiveVelocity = true, in0 = 3, x = time, in1 = 0, initialValues = {3, 3}, initialPoints = {0, 1});
  clocked = sample(time, clock = Clock(interval = 0.25));
  assert(message = "never said", condition = time < 2);
  annotation (experiment(StopTime = 1));
end BuiltinNames;
