// Section 12.9.1: FORTRAN 77. All arguments by reference, matrices column by column, the name in small letters with an underscore. The code here is C
// with the interface that a FORTRAN compiler gives.
// expect: trace at 0 = 15                  the default call: f(a, n, m)
// expect: u1[1] at 0 = 14                  y·x with y = [1 2 3; 4 5 6], x = {1, 2, 3}
// expect: u1[2] at 0 = 32
// expect: u2[3] at 0 = 9                   sums of columns
// expect: transposed[3,2] at 0 = 6
// expect: flag at 0 = true
// expect: work at 0 = 6
// expect: known at 0 = 3                   at translation: the size of an array
// expect: size3 at 0 = 3
// expect: sum2 at 0 = 3                    the default call with two outputs: f(x, s, p)
// expect: product2 at 0 = 2
package F
  function Trace
    input Real a[:, :];
    output Real x;
  external "FORTRAN 77" annotation (Include = "
double trace_(const double* a, const int* n, const int* m) {
  double sum = 0;
  for (int i = 0; i < *n && i < *m; ++i) sum += a[i + i * *n];
  return sum;
}");
  end Trace;
  function myFoo
    input Real x[:];
    input Real y[:, size(x, 1)];
    output Real u1[size(y, 1)];
    output Integer u2[size(y, 2)];
  external "FORTRAN 77" MyFoo(x, y, size(y, 1), size(y, 2), u1, u2) annotation (Include = "
void myfoo_(const double* x, const double* y, const int* n, const int* m, double* u1, int* u2) {
  for (int i = 0; i < *n; ++i) u1[i] = 0;
  for (int j = 0; j < *m; ++j) {
    u2[j] = 0;
    for (int i = 0; i < *n; ++i) {
      u1[i] += y[i + j * *n] * x[j];
      u2[j] += (int)y[i + j * *n];
    }
  }
}");
  end myFoo;
  function Turn
    input Real a[:, :];
    output Real b[size(a, 2), size(a, 1)];
    output Boolean done;
  external "FORTRAN 77" turn(a, size(a, 1), size(a, 2), b, done) annotation (Include = "
void turn_(const double* a, const int* n, const int* m, double* b, int* done) {
  for (int i = 0; i < *n; ++i)
    for (int j = 0; j < *m; ++j) b[j + i * *m] = a[i + j * *n];
  *done = 1;
}");
  end Turn;
  function Work
    input Real x[:];
    output Real y;
  protected
    Real memory[size(x, 1)] = x;
  external "FORTRAN 77" work(memory, size(x, 1), y) annotation (Include = "
void work_(double* memory, const int* n, double* y) {
  for (int i = 1; i < *n; ++i) memory[i] += memory[i - 1];
  *y = memory[*n - 1];
}");
  end Work;
  function Count
    input Integer a;
    input Boolean more;
    output Integer n;
  external "FORTRAN 77" annotation (Include = "int count_(const int* a, const int* more) { return *a + (*more ? 1 : 0); }");
  end Count;
  function Two
    input Real x[2];
    output Real s;
    output Real p;
  external "FORTRAN 77" annotation (Include = "void two_(const double* x, const int* n, double* s, double* p) { *s = x[0] + x[1]; *p = x[0] * x[*n - 1]; }");
  end Two;
end F;
model ExternalFortran
  Real trace = F.Trace([1, 2, 3; 4, 5, 6; 7, 8, 9]);
  Real u1[2], transposed[3, 2], work = F.Work({1, 2, 3}), sum2, product2;
  Integer u2[3];
  Boolean flag;
  parameter Integer known = F.Count(2, true);
  Real sized[known] = fill(1, known);
  Integer size3 = size(sized, 1);
equation
  (u1, u2) = F.myFoo({1, 2, 3}, [1, 2, 3; 4, 5, 6]);
  (transposed, flag) = F.Turn([1, 2, 3; 4, 5, 6]);
  (sum2, product2) = F.Two({1, 2});
end ExternalFortran;
