"""The package against answers that do not come from Mica: closed forms, SciPy, python-control."""

import os
import pathlib
import pickle
import signal
import sys
import tempfile
import threading
import time
import unittest
import warnings

import control
import numpy as np
from scipy.integrate import solve_ivp

import mica

OSCILLATOR = """
model Oscillator "A mass on a spring"
  parameter Real m(unit = "kg") = 2 "Mass";
  parameter Real c(unit = "N/m") = 8;
  parameter Real d = 0.4;
  parameter Integer n = 2;
  input Real F(unit = "N", start = 0);
  output Real s(start = 1, fixed = true, unit = "m") "Position";
  Real v(start = 0, fixed = true, unit = "m/s");
  Real minus = -s;
  Real w[n];
equation
  der(s) = v;
  m*der(v) = F - c*s - d*v;
  for i in 1:n loop
    w[i] = i*s;
  end for;
  annotation (experiment(StopTime = 5, Tolerance = 1e-8));
end Oscillator;
"""

BALL = """
model Ball
  parameter Real e = 0.8;
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  discrete Integer bounces(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -e*pre(v));
    bounces = pre(bounces) + 1;
  end when;
end Ball;
"""


def free(t, m=2.0, c=8.0, d=0.4):
    """The free oscillator from s = 1 at rest."""
    decay, w = d/(2*m), np.sqrt(c/m - (d/(2*m))**2)
    return np.exp(-decay*t)*(np.cos(w*t) + decay/w*np.sin(w*t))


class Simulate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.m = mica.model(OSCILLATOR)

    def test_check(self):
        self.assertEqual(self.m.check(), (5, 5))

    def test_trajectory(self):
        r = self.m.simulate()
        self.assertEqual(len(r["time"]), 501)
        np.testing.assert_allclose(r["s"], free(r["time"]), atol=2e-6)
        np.testing.assert_array_equal(r["minus"], -r["s"])
        np.testing.assert_allclose(r["w[2]"], 2*r["s"])

    def test_no_copies(self):
        r = self.m.simulate()
        self.assertTrue(np.shares_memory(r["s"], r["s"]))
        self.assertFalse(r["s"].flags.writeable)
        kept = r["s"]
        del r
        np.testing.assert_allclose(kept[0], 1.0)

    def test_constant(self):
        r = self.m.simulate(set={"c": 9})
        np.testing.assert_array_equal(r["c"], np.full(501, 9.0))

    def test_set_and_grid(self):
        r = self.m.simulate(stop_time=2, intervals=20, set={"c": 18, "d": 0})
        np.testing.assert_allclose(r["time"], np.linspace(0, 2, 21))
        np.testing.assert_allclose(r["s"], np.cos(3*r["time"]), atol=1e-6)

    def test_structural(self):
        r = self.m.simulate(set={"n": 3})
        np.testing.assert_allclose(r["w[3]"], 3*r["s"])
        self.assertNotIn("w[3]", self.m.simulate())

    def test_start_value(self):
        r = self.m.simulate(set={"s.start": 2})
        np.testing.assert_allclose(r["s"], 2*free(r["time"]), atol=4e-6)

    def test_inputs(self):
        static = 4/8
        for data in (4.0, np.full(7, 4.0), ([0, 5], [4, 4]), lambda t: 4.0):
            r = self.m.simulate(inputs={"F": data})
            np.testing.assert_allclose(r["s"], static + (1 - static)*free(r["time"]), atol=2e-6)

    def test_input_function(self):
        r = self.m.simulate(inputs={"F": lambda t: np.sin(2*t)})
        y = solve_ivp(lambda t, y: [y[1], (np.sin(2*t) - 8*y[0] - 0.4*y[1])/2], (0, 5), [1, 0], rtol=1e-10, atol=1e-12,
                      t_eval=r["time"]).y[0]
        np.testing.assert_allclose(r["s"], y, atol=2e-6)

    def test_input_jump(self):
        r = self.m.simulate(inputs={"F": ([0, 1, 1, 5], [0, 0, 8, 8])})
        before = r["time"] <= 1
        np.testing.assert_allclose(r["s"][before], free(r["time"][before]), atol=2e-6)
        y = solve_ivp(lambda t, y: [y[1], (8 - 8*y[0] - 0.4*y[1])/2], (1, 5), [free(1.0), r.at("v", 1.0)], rtol=1e-10,
                      atol=1e-12, t_eval=[5]).y[0, -1]
        self.assertAlmostEqual(r["s"][-1], y, delta=1e-5)

    def test_input_raises(self):
        with self.assertRaises(ZeroDivisionError):
            self.m.simulate(inputs={"F": lambda t: 1/0})
        with self.assertRaises(KeyError):
            self.m.simulate(inputs={"G": [1, 2]})

    def test_initial(self):
        whole = self.m.simulate(stop_time=4)
        half = self.m.simulate(stop_time=2)
        r = self.m.simulate(start_time=2, stop_time=4, initial=half)
        self.assertAlmostEqual(r["s"][-1], whole["s"][-1], delta=1e-6)

    def test_methods(self):
        for method, bound in (("ida", 1e-5), ("rk4", 1e-8), ("inline-rk3", 1e-6)):
            options = {} if method == "ida" else {"step": 1e-3}
            r = self.m.simulate(stop_time=1, intervals=10, method=method, **options)
            np.testing.assert_allclose(r["s"], free(r["time"]), atol=bound)

    def test_variables(self):
        self.assertEqual(self.m.simulate(variables="s|v").names, ["s", "v"])

    def test_tables(self):
        r = self.m.simulate(stop_time=1, intervals=4)
        frame = r.to_pandas(["s", "v"])
        np.testing.assert_array_equal(frame["s"], r["s"])
        self.assertEqual(frame.index.name, "time")
        data = r.to_xarray()
        self.assertEqual(data["s"].attrs, {"units": "m", "long_name": "Position"})
        self.assertEqual(float(data["c"]), 8)
        np.testing.assert_array_equal(data["s"].values, r["s"])

    def test_plot(self):
        axes = self.m.simulate().plot("s", "v")
        self.assertEqual([line.get_label() for line in axes.lines], ["s [m]", "v [m/s]"])

    def test_queries(self):
        self.assertEqual(self.m.parameters["m"].value, 2.0)
        self.assertEqual((self.m.parameters["m"].unit, self.m.parameters["m"].description), ("kg", "Mass"))
        self.assertTrue(self.m.parameters["n"].structural)
        self.assertEqual(sorted(self.m.states), ["s", "v"])
        self.assertEqual(list(self.m.inputs), ["F"])
        self.assertEqual(list(self.m.outputs), ["s"])
        self.assertIn("der(s) = v;", [each.text for each in self.m.equations])
        self.assertIn("der(s) = v;", self.m.flat.text)

    def test_pickle(self):
        again = pickle.loads(pickle.dumps(self.m))
        np.testing.assert_array_equal(again.simulate()["s"], self.m.simulate()["s"])

    def test_file_and_library(self):
        with tempfile.TemporaryDirectory() as place:
            path = pathlib.Path(place, "two.mo")
            path.write_text("model A Real x = 1; end A; model B Real x = 2; end B;")
            self.assertEqual(mica.load(path).name, "B")
            self.assertEqual(mica.load(path, class_="A").simulate()["x"][0], 1)
        self.assertEqual(mica.load("Mica.Examples.Rectifier").name, "Mica.Examples.Rectifier")


class Events(unittest.TestCase):
    def test_grid_and_rows(self):
        m = mica.model(BALL)
        fall = np.sqrt(2/9.81)
        r = m.simulate(stop_time=1, intervals=10, tolerance=1e-9)
        np.testing.assert_allclose(r["time"], np.linspace(0, 1, 11))
        t = r["time"][r["time"] < fall]
        np.testing.assert_allclose(r["h"][:len(t)], 1 - 9.81/2*t**2, atol=1e-6)
        self.assertEqual(r["bounces"][-1], 1)
        rows = m.simulate(stop_time=1, intervals=10, tolerance=1e-9, events=True)
        at = np.flatnonzero(np.diff(rows["time"]) == 0)
        self.assertGreaterEqual(len(at), 1)
        self.assertAlmostEqual(rows["time"][at[0]], fall, places=6)
        self.assertAlmostEqual(rows["v"][at[0] + 1], -0.8*rows["v"][at[0]], places=6)

    def test_event_on_the_grid(self):
        m = mica.model("model M Real x; equation x = if time < 0.5 then 0 else 1; end M;")
        r = m.simulate(stop_time=1, intervals=4)
        np.testing.assert_array_equal(r["x"], [0, 0, 1, 1, 1])

    def test_terminate(self):
        m = mica.model("model M Real x; equation der(x) = 1; when x > 0.35 then terminate(\"enough\"); end when; end M;")
        r = m.simulate(stop_time=1, intervals=10)
        self.assertTrue(r.terminated)
        self.assertAlmostEqual(r["time"][-1], 0.35, places=6)


class Failures(unittest.TestCase):
    def test_wrong_model(self):
        with self.assertRaises(mica.ModelError) as caught:
            mica.model("model M\n  Real x;\nequation\n  x = y;\nend M;").simulate()
        report = caught.exception.diagnostics[0]
        self.assertEqual((report.severity, report.line, report.file), ("error", 4, "text"))
        with self.assertRaises(mica.ModelError):
            mica.model("model M Real x equation end M;")

    def test_wrong_call(self):
        m = mica.model(OSCILLATOR)
        with self.assertRaises(mica.CallError) as caught:
            m.simulate(set={"cc": 1})
        self.assertEqual(caught.exception.diagnostics[0].code, "E6002")
        with self.assertRaises(ValueError):
            m.simulate(stop_time=-1)
        with self.assertRaises(mica.CallError):
            m.simulate(method="magic")
        m.simulate()  # and it still works
        with self.assertRaises(KeyError):
            m.simulate()["ss"]

    def test_failed_run(self):
        m = mica.model("model M Real x(start = 1, fixed = true); equation der(x) = x^2; end M;")
        with self.assertRaises(mica.SimulationError) as caught:
            m.simulate(stop_time=2, intervals=20)
        self.assertGreater(caught.exception.result.column("x")[-1], 5)

    def test_warning(self):
        m = mica.model("model M Real x; equation der(x) = 1; assert(x < 0.5, \"large\", AssertionLevel.warning); end M;")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            r = m.simulate(stop_time=1)
        self.assertTrue(any("large" in str(each) for each in r.diagnostics))


SLOW = """model Slow Real x[2]; equation der(x) = {cos(1e6*time), sin(1e6*time)}; end Slow;"""


class Threads(unittest.TestCase):
    def test_interrupt(self):
        m = mica.model(SLOW)
        m.simulate(stop_time=1e-5)
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        begin = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            m.simulate(stop_time=1e4)
        self.assertLess(time.monotonic() - begin, 20)
        m.simulate(stop_time=1e-5)
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)

    def test_lock_is_released(self):
        m = mica.model(SLOW)
        m.simulate(stop_time=1e-5)
        ticks = []
        worker = threading.Thread(target=lambda: m.simulate(stop_time=0.05))
        worker.start()
        while worker.is_alive():
            ticks.append(time.monotonic())
            time.sleep(0.001)
        self.assertGreater(len(ticks), 3)

    def test_two_models_at_once(self):
        models = [mica.model(OSCILLATOR) for _ in range(2)]
        results = [None, None]

        def work(k):
            for _ in range(20):
                results[k] = models[k].simulate(set={"c": 8 + k})["s"][-1]

        threads = [threading.Thread(target=work, args=(k,)) for k in range(2)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        np.testing.assert_allclose(results, [free(5.0), free(5.0, c=9)], atol=2e-6)


class ByHand(unittest.TestCase):
    def test_steps(self):
        s = mica.model(OSCILLATOR).start(stop_time=5)
        for t in np.linspace(0.1, 2, 20):
            s.advance(t)
            self.assertAlmostEqual(s["s"], free(t), delta=2e-6)
        saved = s.save()
        for _ in range(2):
            s.restore(saved)
            self.assertEqual(s.time, 2)
            s["F"] = 8.0
            s.advance(3)
            y = solve_ivp(lambda t, y: [y[1], (8 - 8*y[0] - 0.4*y[1])/2], (2, 3), [free(2.0), self.velocity(2.0)],
                          rtol=1e-10, atol=1e-12).y[0, -1]
            self.assertAlmostEqual(s["s"], y, delta=1e-5)
        s.restore(saved)
        s.set({"s": 1.0, "v": 0.0, "F": 0.0})
        s.advance(4)
        self.assertAlmostEqual(s["s"], free(2.0), delta=1e-5)

    @staticmethod
    def velocity(t, h=1e-5):
        return (free(t + h) - free(t - h))/(2*h)

    def test_ball(self):
        s = mica.model(BALL).start(stop_time=3, tolerance=1e-9)
        fall = np.sqrt(2/9.81)
        s.advance(fall + 0.1)
        self.assertEqual(s["bounces"], 1)
        up = 0.8*9.81*fall
        self.assertAlmostEqual(s["h"], up*0.1 - 9.81/2*0.01, delta=1e-6)
        saved = s.save()
        s.advance(2)
        many = s["bounces"], s["h"]
        s.restore(saved)
        self.assertEqual(s["bounces"], 1)
        s.advance(2)
        self.assertEqual(s["bounces"], many[0])
        self.assertAlmostEqual(s["h"], many[1], delta=1e-6)

    def test_sampled(self):
        m = mica.model("""model M input Real u(start = 1); discrete Real y(start = 0, fixed = true);
            equation when sample(0.1, 0.1) then y = pre(y) + u; end when; end M;""")
        s = m.start(stop_time=10)
        s.advance(0.35)
        self.assertEqual(s["y"], 3)
        saved = s.save()
        s["u"] = 2.0
        s.advance(0.55)
        self.assertEqual(s["y"], 7)
        s.restore(saved)
        s.advance(0.55)
        self.assertEqual(s["y"], 5)

    def test_refusals(self):
        s = mica.model(OSCILLATOR).start(stop_time=1)
        with self.assertRaises(ValueError):
            s.advance(2)
        with self.assertRaises(ValueError):
            s["m"] = 3
        with self.assertRaises(KeyError):
            s["nothing"]

    def test_history(self):
        s = mica.model("model M Real x(start = 1, fixed = true); equation der(x) = -delay(x, 1); end M;").start(stop_time=3)
        s.advance(0.5)
        saved = s.save()
        for _ in range(2):
            s.advance(2)
            self.assertAlmostEqual(s["x"], -0.5, delta=1e-5)  # the method of steps
            s.restore(saved)
            self.assertEqual(s.time, 0.5)
            self.assertAlmostEqual(s["x"], 0.5, delta=1e-6)


class AsFunction(unittest.TestCase):
    def test_derivatives(self):
        f = mica.model(OSCILLATOR).function(outputs=["s", "minus"])
        self.assertEqual((sorted(f.states), f.inputs, f.outputs), (["s", "v"], ["F"], ["s", "minus"]))
        order = [f.states.index("s"), f.states.index("v")]
        x = np.zeros(2)
        x[order] = [0.3, -0.2]
        dx = f(0, x, [5.0])[order]
        np.testing.assert_allclose(dx, [-0.2, (5 - 8*0.3 + 0.4*0.2)/2])
        np.testing.assert_allclose(f.y(0, x), [0.3, -0.3])
        a, b, c, d = f.jacobians(0, x)
        expected = np.zeros((2, 2))
        expected[order[0], order[1]] = 1
        expected[order[1], order[0]], expected[order[1], order[1]] = -4, -0.2
        np.testing.assert_allclose(a, expected, atol=1e-10)
        np.testing.assert_allclose(b[order[1]], [0.5], atol=1e-10)
        np.testing.assert_allclose(c[:, order[0]], [1, -1], atol=1e-10)
        np.testing.assert_allclose(d, 0, atol=1e-10)
        with self.assertRaises(ValueError):
            f(0, [1.0])

    def test_scipy(self):
        f = mica.model(OSCILLATOR).function()
        y = solve_ivp(f, (0, 5), f.x0, jac=f.jacobian, method="Radau", rtol=1e-9, atol=1e-11).y[f.states.index("s"), -1]
        self.assertAlmostEqual(y, free(5.0), delta=1e-7)

    def test_events(self):
        f = mica.model(BALL).function()
        h, v = f.states.index("h"), f.states.index("v")
        self.assertEqual(f.event_count, 1)

        def ground(t, x):
            return f.events(t, x)[0]
        ground.terminal, ground.direction = True, 0
        end = solve_ivp(f, (0, 2), f.x0, events=ground, rtol=1e-10, atol=1e-12)
        self.assertAlmostEqual(end.t[-1], np.sqrt(2/9.81), places=8)
        x = end.y[:, -1].copy()
        x[h] = -1e-12  # past the crossing
        after = f.settle(end.t[-1], x)
        self.assertAlmostEqual(after[v], -0.8*x[v], places=9)


class Studies(unittest.TestCase):
    def test_linearize(self):
        system = mica.model(OSCILLATOR).linearize()
        self.assertEqual((system.inputs, system.outputs), (["F"], ["s"]))
        reference = control.tf([1], [2, 0.4, 8])
        ours = system.to_control()
        self.assertIsInstance(ours, control.StateSpace)
        for w in np.logspace(-1, 2, 40):
            self.assertAlmostEqual(abs(ours(1j*w) - reference(1j*w)), 0, places=9)
            self.assertAlmostEqual(abs(system.response(1j*w)[0, 0] - reference(1j*w)), 0, places=9)
        np.testing.assert_allclose(sorted(system.poles(), key=np.imag), sorted(control.poles(reference), key=np.imag),
                                   atol=1e-9)

    def test_sweep(self):
        m = mica.model(OSCILLATOR)
        c = [2.0, 8.0, 18.0]
        sweep = m.sweep({"c": c, "d": [0.0, 0.4]}, ["final(s)", "max(s)"], stop_time=1.5)
        self.assertEqual(len(sweep), 6)
        expected = [free(1.5, c=a, d=b) for a in c for b in (0.0, 0.4)]
        np.testing.assert_allclose(sweep["final(s)"], expected, atol=1e-5)
        data = sweep.to_xarray()
        self.assertAlmostEqual(float(data["final(s)"].sel(c=8.0, d=0.4)), free(1.5), delta=1e-5)
        self.assertEqual(list(sweep.to_pandas()["c"]), [2, 2, 8, 8, 18, 18])
        again = m.sweep({"c": "2:6:8", "d": 0.0}, "final(s)", stop_time=1.5)
        self.assertEqual(again.translations, 0)

    def test_failed_rows(self):
        m = mica.model("model M parameter Real p = 1; Real x(start = 1, fixed = true); equation der(x) = p*x^2; end M;")
        sweep = m.sweep({"p": [0.5, 2.0]}, "final(x)", stop_time=1)
        self.assertEqual(sweep.good.tolist(), [True, False])
        self.assertAlmostEqual(sweep["final(x)"][0], 2.0, delta=1e-3)
        self.assertTrue(np.isnan(sweep["final(x)"][1]) and sweep.messages[1])

    def test_optimize(self):
        best = mica.model(OSCILLATOR).optimize(minimize="integral(s^2)", tune={"d": (0.5, 20)}, stop_time=60,
                                               intervals=6000)
        # of a mass from rest, the integral of s² is (m/d + d/c)/2 here: least at d = sqrt(m c)
        self.assertAlmostEqual(best.parameters["d"], 4.0, delta=0.02)

    def test_fmu(self):
        import fmpy
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, "o.fmu")
            mica.model(OSCILLATOR).export_fmu(path, version=2)
            result = fmpy.simulate_fmu(path, stop_time=1.0, output_interval=0.01, output=["s"])
            self.assertAlmostEqual(result["s"][-1], free(1.0), delta=1e-3)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
