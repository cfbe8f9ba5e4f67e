"""Symbolic access, after the session of the MathModelica document: equations, elimination, transfer functions, models from expressions."""

import sys
import unittest

import numpy as np
import sympy

import mica
from mica.symbolic import generate, modelica_text

# The DC motor with an elastic shaft of the document; its transfer function was derived by hand there.
PLAIN = """
model Plain
  parameter Real R = 0.9, L = 1, k = 1, J1 = 1, J2 = 1, c = 1;
  input Real V(start = 0);
  Real i, u, phi1, w1, phi2, w2, tau;
equation
  V = R*i + L*der(i) + u;
  u = k*w1;
  der(phi1) = w1;
  der(phi2) = w2;
  tau = c*(phi1 - phi2);
  J1*der(w1) = k*i - tau;
  J2*der(w2) = tau;
end Plain;
"""


class Symbolic(unittest.TestCase):
    def test_transfer_function(self):
        symbols = mica.model(PLAIN).sympy()
        h = symbols.transfer("V", "w2")
        s = symbols.s
        r, l, k, j1, j2, c = (symbols[name] for name in ("R", "L", "k", "J1", "J2", "c"))
        expected = c*k/(j1*j2*l*s**4 + j1*j2*r*s**3 + (c*l*(j1 + j2) + k**2*j2)*s**2 + c*r*(j1 + j2)*s + c*k**2)
        self.assertEqual(sympy.simplify(h - expected), 0)
        numbers = h.subs({r: sympy.Rational(9, 10), l: 1, k: 1, j1: 1, j2: 1, c: 1})
        poles = np.roots([float(each) for each in sympy.Poly(sympy.denom(sympy.together(numbers)), s).all_coeffs()])
        expected_poles = [-0.09961 + 1.56293j, -0.09961 - 1.56293j, -0.35039 + 0.53380j, -0.35039 - 0.53380j]
        for pole in expected_poles:
            self.assertLess(np.min(abs(poles - pole)), 1e-4)

    def test_agrees_with_linearize(self):
        m = mica.model(PLAIN)
        symbols = m.sympy()
        h = sympy.lambdify(symbols.s, symbols.transfer("V", "w2").subs(symbols.values))
        system = m.linearize(inputs=["V"], outputs=["w2"])
        for w in (0.1, 0.7, 3.0):
            self.assertLess(abs(system.response(1j*w)[0, 0] - h(1j*w)), 1e-9)

    def test_eliminate(self):
        symbols = mica.model(PLAIN).sympy()
        rest = symbols.eliminate(["i", "w1"])
        self.assertTrue(rest)
        names = {str(each) for equation in rest for each in equation.free_symbols}
        self.assertFalse(names & {"u"})

    def test_solve(self):
        symbols = mica.model("model M parameter Real a = 2; Real x(start = 1), y; equation der(x) = y; y + a*x = 0; end M;").sympy()
        a, x = symbols["a"], symbols["x"]
        self.assertEqual(symbols.solve()[symbols.der["x"]], -a*x)

    def test_there_and_back(self):
        text = "if x > 0.5 then sin(x)^2 - 3*x/4 else -2.5*exp(-x) + abs(x - 1)"
        m = mica.model(f"model M Real x = time; Real y = {text}; end M;")
        symbols = m.sympy()
        again = mica.model(f"model M Real x = time; Real y = {modelica_text(symbols.parse(text))}; end M;")
        np.testing.assert_allclose(again.simulate()["y"], m.simulate()["y"], rtol=1e-12)

    def test_generate(self):
        x, v, dx, dv, c = sympy.symbols("x v der(x) der(v) c")
        m = mica.model(generate("Swing", [sympy.Eq(dx, v), sympy.Eq(dv, -c*sympy.sin(x))], {"c": 9.0}, {"x": 0.01, "v": 0}))
        r = m.simulate(stop_time=1, tolerance=1e-9)
        np.testing.assert_allclose(r["x"], 0.01*np.cos(3*r["time"]), atol=2e-6)

    def test_others_are_named(self):
        symbols = mica.model("model M Real x(start = 1, fixed = true); equation der(x) = 1; when x > 2 then reinit(x, 0); end when; end M;").sympy()
        self.assertEqual((len(symbols.equations), len(symbols.others)), (1, 1))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
