"""Cells of notebooks, with IPython's own shell, and sweeps on executors."""

import concurrent.futures
import sys
import unittest

import numpy as np
from IPython.core.interactiveshell import InteractiveShell

import mica


class Cells(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shell = InteractiveShell.instance()
        cls.shell.run_line_magic("load_ext", "mica")

    def test_models(self):
        self.shell.run_cell_magic("modelica", "", "block Gain\n  input Real u;\n  output Real y = 2*u;\nend Gain;\n")
        self.shell.run_cell_magic("modelica", "", "model Use\n  Gain g(u = time);\nend Use;\n")
        self.assertAlmostEqual(self.shell.user_ns["Use"].simulate(stop_time=1)["g.y"][-1], 2)
        self.shell.run_cell_magic("modelica", "", "block Gain\n  input Real u;\n  output Real y = 3*u;\nend Gain;\n")
        self.shell.run_cell_magic("modelica", "other", "model Use\n  Gain g(u = time);\nend Use;\n")
        self.assertAlmostEqual(self.shell.user_ns["other"].simulate(stop_time=1)["g.y"][-1], 3)

    def test_mistake(self):
        made = self.shell.run_cell_magic("modelica", "", "model Wrong\n  Real x = zz;\nend Wrong;\n")
        self.assertIn("zz", made._repr_html_())
        self.assertEqual(made.error.diagnostics[0].line, 2)

    def test_display(self):
        m = mica.model("model M parameter Real k = 1; Real x(start = 1, fixed = true); equation der(x) = -k*x; end M;")
        self.assertIn("k", m._repr_html_())
        self.assertIn("<table>", m.simulate()._repr_html_())
        self.assertIn("eigenvalue", m.linearize()._repr_html_())
        self.assertIn("x", m.simulate()._ipython_key_completions_())


class Executors(unittest.TestCase):
    MODEL = "model M parameter Real k = 1; Real x(start = 1, fixed = true); equation der(x) = -k*x; end M;"

    def test_threads_and_processes(self):
        m = mica.model(self.MODEL)
        k = np.linspace(0.5, 2, 40)
        here = m.sweep({"k": k}, ["final(x)"], stop_time=1, tolerance=1e-8)
        np.testing.assert_allclose(here["final(x)"], np.exp(-k), atol=1e-6)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            there = m.sweep({"k": k}, ["final(x)"], stop_time=1, tolerance=1e-8, client=pool)
        np.testing.assert_array_equal(there["final(x)"], here["final(x)"])
        self.assertEqual(there["k"].tolist(), here["k"].tolist())

    def test_dask(self):
        distributed = __import__("distributed")
        with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
            with distributed.Client(cluster) as client:
                m = mica.model(self.MODEL)
                k = np.linspace(0.5, 2, 200)
                sweep = m.sweep({"k": k}, ["final(x)"], stop_time=1, tolerance=1e-8, client=client, chunk=5)
                np.testing.assert_allclose(sweep["final(x)"], np.exp(-k), atol=1e-6)
                self.assertEqual(sweep.failed, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
