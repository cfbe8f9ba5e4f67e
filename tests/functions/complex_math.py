"""Modelica.ComplexMath against cmath. A number is gathered as {re, im}."""
import cmath

import numpy

from case import Case

PARTS = "  function parts input Complex z; output Real r[2]; algorithm r := {z.re, z.im}; end parts;"
M = "Modelica.ComplexMath."


def number(g):
    return [float(g.uniform(-2, 2)), float(g.uniform(-2, 2))]


def pair(z):
    return numpy.array([z.real, z.imag])


def of_number(name, reference):
    return Case(M + name, "parts(" + M + name + "(Complex({0}, {1})))", number, lambda re, im: pair(reference(complex(re, im))), 1e-12, PARTS)


CASES = [of_number(name, getattr(cmath, name)) for name in ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "exp", "log", "sqrt")] + [
    of_number("conj", lambda z: z.conjugate()),
    Case(M + "abs", M + "abs(Complex({0}, {1}))", number, lambda re, im: abs(complex(re, im)), 1e-12),
    Case(M + "arg", M + "arg(Complex({0}, {1}))", number, lambda re, im: cmath.phase(complex(re, im)), 1e-12),
    Case(M + "fromPolar", "parts(" + M + "fromPolar({0}, {1}))", lambda g: [float(g.uniform(0.1, 2)), float(g.uniform(-3, 3))], lambda r, phi: pair(cmath.rect(r, phi)), 1e-12, PARTS),
    Case("Complex operators", "parts((Complex({0}, {1})*Complex({2}, {3}) - Complex({1}, {0}))/(Complex({3}, {2}) + 3)^Complex({0}, {2}))", lambda g: number(g) + number(g),
         lambda a, b, c, d: pair((complex(a, b) * complex(c, d) - complex(b, a)) / (complex(d, c) + 3) ** complex(a, c)), 1e-12, PARTS),
    Case(M + "Vectors.norm", M + "Vectors.norm({{Complex({0}, {1}), Complex({2}, {3})}})", lambda g: number(g) + number(g),
         lambda a, b, c, d: numpy.linalg.norm([a, b, c, d]), 1e-12),
    Case(M + "sum", "parts(" + M + "sum({{Complex({0}, {1}), Complex({2}, {3})}}))", lambda g: number(g) + number(g), lambda a, b, c, d: numpy.array([a + c, b + d]), 1e-12, PARTS),
    Case(M + "product", "parts(" + M + "product({{Complex({0}, {1}), Complex({2}, {3})}}))", lambda g: number(g) + number(g),
         lambda a, b, c, d: pair(complex(a, b) * complex(c, d)), 1e-12, PARTS),
]
