"""Modelica.Math.Matrices, most of it with LAPACK behind. What a sign or an order makes ambiguous is compared by what it is for: Q*R = A, sorted eigenvalues."""
import numpy
import scipy.linalg

from case import Case

M = "Modelica.Math.Matrices."


def square(g, n=4):
    return g.normal(size=(n, n)) + 3 * numpy.eye(n)


def stable(g, n=3):
    return g.normal(size=(n, n)) - 5 * numpy.eye(n)


def symmetric(g, n=3):
    a = g.normal(size=(n, n))
    return a @ a.T + numpy.eye(n)


def of_square(name, reference, tolerance=1e-9, n=4):
    return Case(M + name, M + name + "({0})", lambda g: [square(g, n)], reference, tolerance)


def by_complex(values):
    """Rows (re, im), sorted."""
    return numpy.array(sorted(zip(values.real.round(9), values.imag.round(9))))


def gather(name, inputs, size, body, local=""):
    return f"  function {name} {inputs} output Real r{size}; protected {local} algorithm {body} end {name};"


SORTED = """  function sorted
    input Real e[:, 2]; output Real r[size(e, 1), 2] = e;
  protected Real row[2];
  algorithm
    for k in 1:size(e, 1) loop
      for i in 1:size(e, 1) - 1 loop
        if r[i, 1] > r[i + 1, 1] + 1e-9 or abs(r[i, 1] - r[i + 1, 1]) <= 1e-9 and r[i, 2] > r[i + 1, 2] then
          row := r[i, :]; r[i, :] := r[i + 1, :]; r[i + 1, :] := row;
        end if;
      end for;
    end for;
  end sorted;
"""

CASES = [
    Case(M + "solve", M + "solve({0}, {1})", lambda g: [square(g), g.normal(size=4)], numpy.linalg.solve, 1e-9),
    Case(M + "solve2", M + "solve2({0}, {1})", lambda g: [square(g), g.normal(size=(4, 2))], numpy.linalg.solve, 1e-9),
    Case(M + "leastSquares", M + "leastSquares({0}, {1})", lambda g: [g.normal(size=(7, 3)), g.normal(size=7)], lambda a, b: numpy.linalg.lstsq(a, b, rcond=None)[0], 1e-9),
    Case(M + "leastSquares of low rank", M + "leastSquares({0}, {1})", lambda g: [numpy.outer(g.normal(size=5), g.normal(size=3)), g.normal(size=5)],
         lambda a, b: numpy.linalg.lstsq(a, b, rcond=1e-9)[0], 1e-8),
    Case(M + "leastSquares2", M + "leastSquares2({0}, {1})", lambda g: [g.normal(size=(7, 3)), g.normal(size=(7, 2))], lambda a, b: numpy.linalg.lstsq(a, b, rcond=None)[0], 1e-9),
    Case(M + "equalityLeastSquares", M + "equalityLeastSquares({0}, {1}, {2}, {3})", lambda g: [g.normal(size=(6, 4)), g.normal(size=6), g.normal(size=(2, 4)), g.normal(size=2)],
         lambda a, b, c, d: numpy.linalg.solve(numpy.block([[2 * a.T @ a, c.T], [c, numpy.zeros((2, 2))]]), numpy.concatenate([2 * a.T @ -b * -1, d]))[:4], 1e-8),
    of_square("det", numpy.linalg.det), of_square("inv", numpy.linalg.inv), of_square("trace", numpy.trace), of_square("rank", numpy.linalg.matrix_rank),
    of_square("conditionNumber", lambda a: numpy.linalg.cond(a, 2)), of_square("norm", lambda a: numpy.linalg.norm(a, 2)), of_square("frobeniusNorm", numpy.linalg.norm),
    of_square("rcond", lambda a: 1 / numpy.linalg.cond(a, 1), 0.5), of_square("singularValues", lambda a: numpy.linalg.svd(a, compute_uv=False)),
    of_square("exp", scipy.linalg.expm, 1e-8), of_square("flipLeftRight", numpy.fliplr), of_square("flipUpDown", numpy.flipud),
    Case(M + "exp over a time", M + "exp({0}, {1})", lambda g: [stable(g), float(g.uniform(0.1, 2))], lambda a, t: scipy.linalg.expm(a * t), 1e-8),
    Case(M + "integralExp", "phi({0}, {1})", lambda g: [stable(g), g.normal(size=(3, 2))],
         lambda a, b: scipy.linalg.expm(numpy.block([[a, b], [numpy.zeros((2, 5))]]) * 0.5)[:3, :], 1e-8,
         gather("phi", "input Real a[3, 3]; input Real b[3, 2];", "[3, 5]", f"(p, q) := {M}integralExp(a, b, 0.5); r := [p, q];", "Real p[3, 3]; Real q[3, 2];")),
    Case(M + "eigenValues", f"sorted({M}eigenValues({{0}}))", lambda g: [square(g)], lambda a: by_complex(numpy.linalg.eigvals(a)), 1e-7, SORTED),
    Case(M + "eigenVectors", "product({0})", lambda g: [symmetric(g)], lambda a: a, 1e-9,
         gather("product", "input Real a[3, 3];", "[3, 3]", f"(e, v) := {M}eigenValues(a); r := v*diagonal(e[:, 1])*{M}inv(v);", "Real e[3, 2]; Real v[3, 3];")),
    Case("Modelica.Math.Polynomials.roots", "sorted(Modelica.Math.Polynomials.roots({0}))", lambda g: [numpy.poly(numpy.sort(g.uniform(-3, 3, 4)) + 4 * numpy.arange(4))],
         lambda p: by_complex(numpy.roots(p)), 1e-6, SORTED),
    Case(M + "LU", "product({0})", lambda g: [square(g)], lambda a: a, 1e-10,
         gather("product", "input Real a[4, 4];", "[4, 4]",
                f"(lu, p) := {M}LU(a); for i in 1:4 loop for j in 1:4 loop l[i, j] := if i == j then 1 else if i > j then lu[i, j] else 0; u[i, j] := if i <= j then lu[i, j] else 0; end for; end for; "
                "r := l*u; for k in 4:-1:1 loop row := r[k, :]; r[k, :] := r[p[k], :]; r[p[k], :] := row; end for;",
                "Real lu[4, 4]; Integer p[4]; Real l[4, 4]; Real u[4, 4]; Real row[4];")),
    Case(M + "LU_solve", "answer({0}, {1})", lambda g: [square(g), g.normal(size=4)], numpy.linalg.solve, 1e-9,
         gather("answer", "input Real a[4, 4]; input Real b[4];", "[4]", f"(lu, p) := {M}LU(a); r := {M}LU_solve(lu, p, b);", "Real lu[4, 4]; Integer p[4];")),
    Case(M + "QR", "product({0})", lambda g: [g.normal(size=(5, 3))], lambda a: a, 1e-10,
         gather("product", "input Real a[5, 3];", "[5, 3]", f"(q, t, p) := {M}QR(a, true); for j in 1:3 loop r[:, p[j]] := q*t[:, j]; end for;", "Real q[5, 3]; Real t[3, 3]; Integer p[3];")),
    Case(M + "cholesky", M + "cholesky({0})", lambda g: [symmetric(g)], lambda a: numpy.linalg.cholesky(a).T, 1e-9),
    Case(M + "hessenberg", "product({0})", lambda g: [square(g)], lambda a: a, 1e-9,
         gather("product", "input Real a[4, 4];", "[4, 4]", f"(h, u) := {M}hessenberg(a); r := u*h*transpose(u);", "Real h[4, 4]; Real u[4, 4];")),
    Case(M + "realSchur", "product({0})", lambda g: [square(g)], lambda a: a, 1e-9,
         gather("product", "input Real a[4, 4];", "[4, 4]", f"(s, q) := {M}realSchur(a); r := q*s*transpose(q);", "Real s[4, 4]; Real q[4, 4];")),
    Case(M + "nullSpace", "image({0})", lambda g: [g.normal(size=(2, 4))], lambda a: numpy.zeros((2, 2)), 1e-10,
         gather("image", "input Real a[2, 4];", "[2, 2]", f"(z, n) := {M}nullSpace(a); r := a*z; assert(n == 2, \"nullity\");", "Real z[4, 2]; Integer n;")),
    Case(M + "balance", "product({0})", lambda g: [square(g) * 10.0 ** g.uniform(-3, 3, (4, 1))], lambda a: a, 1e-10,
         gather("product", "input Real a[4, 4];", "[4, 4]", f"(d, b) := {M}balance(a); r := diagonal(d)*b*{M}inv(diagonal(d));", "Real d[4]; Real b[4, 4];")),
    Case(M + "continuousLyapunov", M + "continuousLyapunov({0}, {1})", lambda g: [stable(g), symmetric(g)], lambda a, c: scipy.linalg.solve_sylvester(a.T, a, c), 1e-8),
    Case(M + "continuousSylvester", M + "continuousSylvester({0}, {1}, {2})", lambda g: [stable(g), stable(g, 2), g.normal(size=(3, 2))], scipy.linalg.solve_sylvester, 1e-8),
    Case(M + "continuousRiccati", M + "continuousRiccati({0}, {1}, {2}, {3})", lambda g: [square(g, 3), g.normal(size=(3, 2)), symmetric(g, 2), symmetric(g)],
         lambda a, b, r, q: scipy.linalg.solve_continuous_are(a, b, q, r), 1e-6),
    Case(M + "discreteLyapunov", M + "discreteLyapunov({0}, {1})", lambda g: [0.2 * g.normal(size=(3, 3)), symmetric(g)],
         lambda a, c: (lambda n: numpy.linalg.solve(numpy.kron(a.T, a.T) + numpy.eye(n * n), c.reshape(-1)).reshape(n, n))(3), 1e-8),
    Case(M + "discreteRiccati", M + "discreteRiccati({0}, {1}, {2}, {3})", lambda g: [square(g, 3), g.normal(size=(3, 2)), symmetric(g, 2), symmetric(g)],
         lambda a, b, r, q: scipy.linalg.solve_discrete_are(a, b, q, r), 1e-6),
    Case(M + "sort", M + "sort({0})", lambda g: [g.normal(size=(6, 2))], lambda a: a[numpy.lexsort((a[:, 1], a[:, 0]))]),
]
