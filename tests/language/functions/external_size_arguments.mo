// Integers for parameters that C declares as size_t, beyond the registers: the upper half of what is passed is no rubbish.
// expect: y at end = 45
// expect: at_translation at end = 45
// expect: negative at end = -3
function total
  input Integer a, b, c, d, e, f, g, h, i;
  output Real y;
external "C" y = mica_test_total(a, b, c, d, e, f, g, h, i)
  annotation (Include = "#include <stddef.h>
double mica_test_total(size_t a, size_t b, size_t c, size_t d, size_t e, size_t f, size_t g, size_t h, size_t i) { return (double)(a + b + c + d + e + f + g + h + i); }");
end total;
function back
  input Integer a;
  output Integer y;
external "C" y = mica_test_back(a)
  annotation (Include = "int mica_test_back(int a) { return a; }");
end back;
model ExternalSizeArguments
  Integer n = integer(10*time) - 9;
  Real y = total(n, 2*n, 3*n, 4*n, 5*n, 6*n, 7*n, 8*n, 9*n);
  final parameter Integer m = integer(total(1, 2, 3, 4, 5, 6, 7, 8, 9));
  Real v[m] = fill(1, m);
  Real at_translation = sum(v);
  Integer negative = back(-3*n);
  annotation (experiment(StartTime = 1, StopTime = 1.05));
end ExternalSizeArguments;
