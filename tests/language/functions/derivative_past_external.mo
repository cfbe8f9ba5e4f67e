// The coefficients of the curve come from an external solver, which has no derivative; but what they follow from are parameters. So v = der(y) is known: y = a + b*x + c*x^2 through
// (0, 1), (1, 2), (2, 5) is 1 + x^2, and with x = 1 + time it is v = 2*x*der(x) = 2*(1 + time).
model DerivativePastExternal
  function curve
    input Real x;
    input Real at[3], values[3];
    output Real y;
  protected
    Real A[3, 3], c[3];
  algorithm
    for i in 1:3 loop
      A[i, :] := {1, at[i], at[i]^2};
    end for;
    c := solve(A, values);
    y := c[1] + c[2]*x + c[3]*x^2;
  end curve;
  function solve "x of A*x = b, by an external function"
    input Real A[:, size(A, 1)], b[size(A, 1)];
    output Real x[size(A, 1)];
  protected
    Integer info;
  algorithm
    (x, info) := dgesv(A, b);
  end solve;
  function dgesv
    input Real A[:, size(A, 1)], b[size(A, 1)];
    output Real x[size(A, 1)] = b;
    output Integer info;
  protected
    Real work[size(A, 1), size(A, 1)] = A;
    Integer pivots[size(A, 1)];
  external "FORTRAN 77" dgesv(size(A, 1), 1, work, size(A, 1), pivots, x, size(A, 1), info) annotation (Library = "lapack");
  end dgesv;
  parameter Real at[3] = {0, 1, 2}, values[3] = {1, 2, 5};
  Real x = 1 + time, y, v;
equation
  y = curve(x, at, values);
  v = der(y);
  // expect: y at 1 = 5
  // expect: v at 1 = 4
  // options: --stop-time 1 --intervals 4
end DerivativePastExternal;
