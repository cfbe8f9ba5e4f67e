"""Sweeps, optima and linear systems by the program. study_test.py MICA."""
import csv
import io
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest

MICA = os.path.abspath(sys.argv.pop(1))
DECAY = """model Decay
  parameter Real k = 2;
  parameter Integer n = 2;
  Real x(start = 1, fixed = true), z[n] = fill(x, n);
equation
  der(x) = -k*x;
  annotation (experiment(StopTime = 1, Tolerance = 1e-9));
end Decay;
"""
# The linear actuator of the MathModelica document. Its minimum is known from the matrix exponential.
ACTUATOR = """model Actuator
  parameter Real d = 2;
  Real phi1(start = 0, fixed = true), w1(start = 0, fixed = true);
  Real phi2(start = 0, fixed = true), w2(start = 0, fixed = true), x(start = 0, fixed = true), tau;
equation
  der(phi1) = w1;
  der(phi2) = w2;
  tau = 15*(phi1 - phi2) + 2*(w1 - w2);
  0.1*der(w1) = 1 - tau;
  0.6*der(w2) = tau - 20*phi2 - d*w2;
  0.2*der(x) + x = 0.05;
  annotation (experiment(StopTime = 4, Tolerance = 1e-8));
end Actuator;
"""
DRIVE = """model Drive
  input Real u;
  output Real y = phi2;
  Real phi1(start = 0, fixed = true), w1(start = 0, fixed = true);
  Real phi2(start = 0, fixed = true), w2(start = 0, fixed = true);
equation
  der(phi1) = w1;
  der(phi2) = w2;
  der(w1) = u + 100*(phi2 - phi1);
  2*der(w2) = 100*(phi1 - phi2);
end Drive;
"""


class Studies(unittest.TestCase):
    def call(self, text, command, *options, code=0):
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, "model.mo")
            with open(path, "w") as file:
                file.write(text)
            done = subprocess.run([MICA, command, path, *options], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout if code == 0 else done.stderr

    def table(self, *options):
        return list(csv.DictReader(io.StringIO(self.call(DECAY, "sweep", *options))))

    def test_sweep_has_the_closed_form(self):
        rows = self.table("--vary", "k=0.5:0.5:2", "--measure", "final(x)", "--measure", "integral(x)")
        self.assertEqual([row["k"] for row in rows], ["0.5", "1", "1.5", "2"])
        for row in rows:
            k = float(row["k"])
            self.assertAlmostEqual(float(row["final(x)"]), math.exp(-k), delta=1e-7)
            self.assertAlmostEqual(float(row["integral(x)"]), (1 - math.exp(-k)) / k, delta=1e-7)

    def test_sizes_and_start_values_are_variants(self):
        rows = self.table("--vary", "n=1,3", "--vary", "x.start=1,2", "--measure", "final(z[1])")
        self.assertEqual([row["n"] for row in rows], ["1", "1", "3", "3"])
        for row in rows:
            self.assertAlmostEqual(float(row["final(z[1])"]), float(row["x.start"]) * math.exp(-2), delta=1e-7)

    def test_sobol_is_the_known_sequence(self):
        rows = self.table("--vary", "k=0:1", "--sobol", "4")
        self.assertEqual([float(row["k"]) for row in rows], [0.5, 0.75, 0.25, 0.375])

    def test_latin_has_a_point_in_each_stratum(self):
        rows = self.table("--vary", "k=0:10", "--latin", "10")
        self.assertEqual(sorted(int(float(row["k"])) for row in rows), list(range(10)))

    def test_mistakes(self):
        self.assertIn("E9501", self.call(DECAY, "sweep", "--vary", "k=1,2", "--measure", "maxi(x)", code=2))
        self.assertIn("E9502", self.call(DECAY, "sweep", "--vary", "k=1:0:2", code=2))
        self.assertIn("E9504", self.call(DECAY, "sweep", "--vary", "k=1:2", code=2))
        self.assertIn("E9513", self.call(DECAY, "optimize", "--tune", "n=1:5", "--minimize", "x", code=2))
        self.assertIn("E9521", self.call(DRIVE, "linearize", "--output", "nothing", code=2))

    def test_actuator(self):
        found = json.loads(
            self.call(ACTUATOR, "optimize", "--minimize", "integral((phi2 - x)^2)", "--tune", "d=2:10", "--json"))
        self.assertAlmostEqual(found["parameters"]["d"], 5.286964, delta=2e-4)
        self.assertAlmostEqual(found["objective"]["value"], 8.326647e-5, delta=2e-9)

    def test_drive(self):
        for options in ([], ["--at", "0.5"]):
            linear = json.loads(self.call(DRIVE, "linearize", "--json", *options))
            self.assertEqual(linear["states"], ["phi1", "w1", "phi2", "w2"])
            found = sorted(abs(complex(*value)) for value in linear["eigenvalues"])
            for value, expected in zip(found, [0, 0, math.sqrt(150), math.sqrt(150)]):
                self.assertAlmostEqual(value, expected, delta=1e-5)
            # 100/(s^2 (2 s^2 + 300))
            self.assertEqual(linear["transfer"]["zeros"], [])
            self.assertAlmostEqual(linear["transfer"]["gain"], 50, delta=1e-6)


if __name__ == "__main__":
    unittest.main()
