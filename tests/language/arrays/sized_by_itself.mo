// Section 10.1: a dimension may be given by another of the same array, in a function and in a model.
// expect: n at 0 = 3
// expect: t at 0 = 5                   1 + 4, the trace
// expect: y at 0 = 6                   of a range whose end is a parameter of an array of components
// expect: z at 0 = 7                   linspace with one point stands in a branch that is not taken
function Trace
  input Real A[:, size(A, 1)];
  output Real t = 0;
algorithm
  for i in 1:size(A, 1) loop
    t := t + A[i, i];
  end for;
end Trace;
model Chain
  parameter Real b[:] = {1, 2, 3};
  parameter Integer n = size(b, 1);
  Real x[n];
equation
  x[2:n] = b[1:n - 1];
  x[1] = b[n];
end Chain;
model SizedByItself
  parameter Real A[:, size(A, 1)] = [1, 2, 0; 3, 4, 0; 0, 0, 0];
  parameter Integer m = 1;
  parameter Real p[m] = if m > 1 then linspace(0, 1, m) else {7};
  Integer n = size(A, 2);
  Real t = Trace(A);
  Chain c[2];
  Real y = sum(c[2].x);
  Real z = p[1];
end SizedByItself;
