"""Operating points, estimates and spectra by the program. analysis_test.py MICA."""
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest

MICA = os.path.abspath(sys.argv.pop(1))

# Two tanks with outflow by the root of the level: the operating point is h1 = (q/k1)², h2 = (q/k2)².
TANKS = """model Tanks
  parameter Real k1 = 2, k2 = 1;
  input Real q(start = 0.5);
  output Real out = k2*sqrt(h2);
  Real h1(start = 1, fixed = true), h2(start = 1, fixed = true);
equation
  der(h1) = q - k1*sqrt(h1);
  der(h2) = k1*sqrt(h1) - k2*sqrt(h2);
end Tanks;
"""
SHAFT = """model Shaft
  parameter Real d = 0.5;
  Real phi(start = 0.3, fixed = true), w(start = 2, fixed = true);
equation
  der(phi) = w;
  der(w) = -d*w;
end Shaft;
"""
GROWING = "model Growing Real x(start = 1, fixed = true); equation der(x) = 1 + x^2; end Growing;"
DECAY = """model Decay
  parameter Real k = 1, a = 1, b = 1;
  input Real u(start = 0);
  Real x(start = 0, fixed = true), y;
equation
  der(x) = -k*x + u;
  y = a*b*x;
  annotation (experiment(StopTime = 3, Tolerance = 1e-9));
end Decay;
"""


class Analyses(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)

    def file(self, name, text):
        path = os.path.join(self.place.name, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def call(self, *words, code=0):
        done = subprocess.run([MICA, *words], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout if code == 0 else done.stderr

    def test_steady(self):
        point = json.loads(self.call("steady", self.file("t.mo", TANKS), "--set", "q=0.8", "--json"))
        self.assertAlmostEqual(point["states"]["h1"], 0.16, places=9)
        self.assertAlmostEqual(point["states"]["h2"], 0.64, places=9)
        self.assertAlmostEqual(point["outputs"]["out"], 0.8, places=9)
        self.assertTrue(point["stable"] and point["unique"])

    def test_one_of_many(self):
        point = json.loads(self.call("steady", self.file("s.mo", SHAFT), "--json"))
        self.assertAlmostEqual(point["states"]["w"], 0, places=9)
        self.assertFalse(point["unique"])

    def test_no_operating_point(self):
        self.assertIn("E9540", self.call("steady", self.file("g.mo", GROWING), code=3))

    def data(self, k, gain, step):
        rows = ["time,u,y"]
        for i in range(61):
            t = 0.05*i
            noise = 1e-3*math.sin(1000*t*t)
            rows.append(f"{t},{step},{gain*step*(1 - math.exp(-k*t))/k + noise}")
        return "\n".join(rows) + "\n"

    def test_estimate(self):
        path = self.file("d.mo", DECAY)
        words = []
        for n, step in enumerate((1.0, 2.0)):
            words += ["--data", self.file(f"{n}.csv", self.data(1.7, 2.5, step))]
        found = json.loads(self.call("estimate", path, *words, "--tune", "k=0.1:5", "--tune", "a=0.1:10", "--json"))
        for name, true in (("k", 1.7), ("a", 2.5)):
            each = found["parameters"][name]
            self.assertAlmostEqual(each["value"], true, delta=4*each["deviation"] + 1e-6)
            self.assertTrue(0 < each["deviation"] < 0.01 and each["identifiable"])
            self.assertTrue(each["confidence"][0] < each["value"] < each["confidence"][1])
        self.assertEqual(found["measurements"], 122)

    def test_not_identifiable(self):
        path = self.file("d.mo", DECAY)
        done = subprocess.run([MICA, "estimate", path, "--data", self.file("0.csv", self.data(1.7, 2.5, 1.0)), "--set", "k=1.7", "--tune",
                               "a=0.5:5", "--tune", "b=0.5:5", "--json"], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("W9552", done.stderr)
        found = json.loads(done.stdout)["parameters"]
        self.assertFalse(found["a"]["identifiable"] or found["b"]["identifiable"])
        self.assertAlmostEqual(found["a"]["value"]*found["b"]["value"], 2.5, delta=0.02)

    def test_wrong_data(self):
        path = self.file("d.mo", DECAY)
        text = self.call("estimate", path, "--data", self.file("0.csv", "time,zz\n0,1\n1,2\n"), "--tune", "k=0.1:5", code=2)
        self.assertIn("E9550", text)

    def test_spectrum(self):
        rows = ["time,x"]
        for i in range(1000):
            t = i*0.01
            rows.append(f"{t},{3 + 2*math.cos(2*math.pi*5*t + 0.5) + 0.4*math.cos(2*math.pi*10*t) + 0.3*math.cos(2*math.pi*15*t)}")
        path = self.file("x.csv", "\n".join(rows) + "\n")
        for window in ("rectangle", "hann", "blackman"):
            found = json.loads(self.call("spectrum", path, "x", "--window", window, "--json"))
            first, second = found["peaks"][:2]
            self.assertAlmostEqual(first["frequency"], 5, places=6)
            self.assertAlmostEqual(first["amplitude"], 2, delta=1e-6)
            self.assertAlmostEqual(first["phase"], 0.5, delta=1e-6)
            self.assertAlmostEqual(second["amplitude"], 0.4, delta=1e-6)
            self.assertAlmostEqual(found["distortion"], math.hypot(0.4, 0.3)/2, delta=1e-6)
            self.assertAlmostEqual(found["mean"], 3, delta=1e-6)

    def test_weak_axis(self):
        """Three inertias, two springs, a pulse of 2 s: 801 points at 4 Hz have their peaks in bins 51 and 29."""
        axis = self.file("w.mo", """model Weak
  Real phi[3](each start = 0, each fixed = true), w[3](each start = 0, each fixed = true);
equation
  der(phi) = w;
  der(w[1]) = (if time < 2 then 1 else 0) - 0.7*(phi[1] - phi[2]);
  der(w[2]) = 0.7*(phi[1] - phi[2]) - (phi[2] - phi[3]);
  der(w[3]) = phi[2] - phi[3];
  annotation (experiment(StopTime = 200, Tolerance = 1e-8, Interval = 0.25));
end Weak;
""")
        result = os.path.join(self.place.name, "w.mat")
        self.call("simulate", axis, "-o", result, "--quiet")
        found = json.loads(self.call("spectrum", result, "w[3]", "--sample", "0.25", "--json"))
        self.assertEqual(found["points"], 801)
        peaks = sorted(each["frequency"] for each in found["peaks"][:2])
        self.assertAlmostEqual(peaks[0], 0.1448, delta=0.005)
        self.assertAlmostEqual(peaks[1], 0.2547, delta=0.005)

    def test_wrong_spectrum(self):
        path = self.file("x.csv", "time,x\n0,1\n1,2\n")
        self.assertIn("E9532", self.call("spectrum", path, "x", code=2))
        self.assertIn("E9531", self.call("spectrum", path, "y", code=2))
        self.assertIn("E9530", self.call("spectrum", path, "x", "--window", "moon", code=2))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
