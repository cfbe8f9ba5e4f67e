"""mica simulate X.fmu: simulate_test.py MICA

An FMU in C that Mica did not make (lag/lag.c), and an export of Mica in both versions, against closed forms; what an FMU may do to its process.
"""
import csv
import math
import os
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

MICA = sys.argv.pop(1)
HERE = Path(__file__).parent


def lag_of_step(t, k=2.0):
    """x for an input that is 1 from 0.2 on, with x set to 0 at time 1."""
    if t < 0.2:
        return 0.0
    return 1 - math.exp(-k * (t - (0.2 if t < 1 else 1.0)))


class Simulate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.directory = Path(cls.place.name)
        library = cls.directory / "lag.so"
        subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O1", str(HERE / "lag/lag.c"), "-o", str(library), "-lm"], check=True)
        with zipfile.ZipFile(cls.directory / "lag.fmu", "w") as fmu:
            fmu.write(HERE / "lag/modelDescription.xml", "modelDescription.xml")
            fmu.write(library, "binaries/linux64/lag.so")
        (cls.directory / "step.csv").write_text("time,u\n0,0\n0.2,0\n0.2,1\n2,1\n")

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    def run_mica(self, *arguments):
        before = set(Path(tempfile.gettempdir()).glob("mica*"))
        done = subprocess.run([MICA, "simulate", *map(str, arguments)], capture_output=True, text=True, cwd=self.directory)
        left = [name for name in set(Path(tempfile.gettempdir()).glob("mica*")) - before if (name / "modelDescription.xml").exists()]
        self.assertEqual(left, [], "the unpacked FMU was left behind")
        return done

    def rows(self, *arguments):
        done = self.run_mica(*arguments, "--quiet", "-o", "out.csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.directory / "out.csv") as file:
            return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]

    def test_exchange(self):
        rows = self.rows("lag.fmu", "--type", "me", "--input", "step.csv", "--tolerance", "1e-9")
        seen = {}
        for row in rows:
            seen.setdefault(row["time"], []).append(row)
        for time, both in seen.items():
            self.assertAlmostEqual(both[-1]["x"], lag_of_step(time), delta=2e-7)
        # Two sides of the jump of the input, of the crossing, and of the time event, which is hit exactly.
        self.assertEqual([row["u"] for row in seen[0.2]], [0, 1])
        self.assertAlmostEqual(seen[1.0][0]["x"], 1 - math.exp(-1.6), delta=2e-7)
        crossing = 0.2 + math.log(2) / 2
        located = [time for time, both in seen.items() if both[0]["n"] != both[-1]["n"]]
        self.assertEqual(len(located), 2)
        self.assertAlmostEqual(located[0], crossing, delta=1e-6)
        self.assertAlmostEqual(located[1], 1 + math.log(2) / 2, delta=1e-6)
        self.assertEqual(rows[-1]["n"], 2)
        self.assertGreater(rows[-1]["products"], 0, "its directional derivatives were not used")

    def test_methods(self):
        for method in "dopri45", "esdirk5", "ida", "rk4":
            step = ["--step", "0.01"] if method == "rk4" else []
            rows = self.rows("lag.fmu", "--input", "step.csv", "--method", method, *step)
            self.assertAlmostEqual(rows[-1]["x"], lag_of_step(2), delta=1e-5, msg=method)
        self.assertIn("E6503", self.run_mica("lag.fmu", "--method", "inline-rk2", "--step", "0.01").stderr)

    def test_cosimulation(self):
        # Exact, as the input is held; there is no time event.
        rows = self.rows("lag.fmu", "--type", "cs", "--input", "step.csv")
        for row in rows:
            if row["time"] != 0.2:
                self.assertAlmostEqual(row["x"], 1 - math.exp(-2 * (row["time"] - 0.2)) if row["time"] > 0.2 else 0, delta=1e-12)
        self.assertEqual(rows[-1]["time"], 2)

    def test_set(self):
        rows = self.rows("lag.fmu", "--set", "u=1", "--set", "k=3", "--set", "x=0.25", "--stop-time", "0.9", "--parameters")
        self.assertAlmostEqual(rows[-1]["x"], 1 - 0.75 * math.exp(-2.7), delta=1e-6)
        self.assertEqual(rows[0]["k"], 3)
        for setting, code in ("y=1", "E6002"), ("der(x)=1", "E6003"), ("k=high", "E6005"), ("trouble=1.5", "E6005"):
            done = self.run_mica("lag.fmu", "--set", setting)
            self.assertEqual(done.returncode, 2)
            self.assertIn(code, done.stderr)
        (self.directory / "other.csv").write_text("time,w\n0,0\n1,1\n")
        self.assertIn("E6028", self.run_mica("lag.fmu", "--input", "other.csv").stderr)

    def test_trouble(self):
        """A crash, an end of the process, a status, an abort: each ends the run with a message, and the rows stay."""
        for trouble, code, text in ((1, "E9114", "touched memory"), (2, "E9116", "ended the process with 7"), (3, "E9114", "trouble is 3"), (4, "E9114", "abort")):
            for kind in "me", "cs":
                with self.subTest(trouble=trouble, kind=kind):
                    done = self.run_mica("lag.fmu", "--type", kind, "--set", f"trouble={trouble}", "-o", "trouble.csv")
                    self.assertEqual(done.returncode, 3, done.stderr)
                    self.assertIn(code, done.stderr)
                    self.assertIn(text, done.stderr)
                    if code == "E9114":
                        self.assertIn("at time = 0.", done.stderr)
                        self.assertGreater(len((self.directory / "trouble.csv").read_text().splitlines()), 3)
        done = self.run_mica("lag.fmu", "--set", "trouble=5")
        self.assertEqual(done.returncode, 0)
        self.assertIn("W9115", done.stderr)
        self.assertIn("it is half past", done.stderr)

    def test_cannot(self):
        other = self.directory / "other.fmu"
        with zipfile.ZipFile(other, "w") as fmu:
            fmu.write(HERE / "lag/modelDescription.xml", "modelDescription.xml")
        self.assertIn("no shared object for this platform", self.run_mica(other).stderr)
        with zipfile.ZipFile(other, "w") as fmu:
            description = (HERE / "lag/modelDescription.xml").read_text()
            fmu.writestr("modelDescription.xml", description.replace('<ModelExchange modelIdentifier="lag" providesDirectionalDerivative="true"/>', ""))
        self.assertIn("does not offer Model Exchange", self.run_mica(other, "--type", "me").stderr)
        with zipfile.ZipFile(other, "w") as fmu:
            fmu.write(HERE / "lag/modelDescription.xml", "modelDescription.xml")
            fmu.writestr("../escaped", "x")
        done = self.run_mica(other)
        self.assertEqual(done.returncode, 1)
        self.assertIn("E9110", done.stderr)
        self.assertFalse((Path(tempfile.gettempdir()) / "escaped").exists())

    def test_own(self):
        """Exports of Mica, both versions: the ball as it is simulated from its text."""
        native = self.rows(HERE / "Ball.mo", "--tolerance", "1e-9", "--intervals", "15")
        for version in "2", "3":
            subprocess.run([MICA, "fmu", "export", str(HERE / "Ball.mo"), "--fmi", version, "-o", str(self.directory / "ball.fmu"), "--quiet"], check=True)
            for kind in "me", "cs":
                rows = self.rows("ball.fmu", "--type", kind, "--tolerance", "1e-9", "--intervals", "15")
                after, expected = {row["time"]: row for row in rows}, {row["time"]: row for row in native}
                common = [time for time in expected if time in after]
                self.assertGreaterEqual(len(common), 16)
                for time in common:
                    for name in "h", "v", "k":
                        self.assertAlmostEqual(after[time][name], expected[time][name], delta=1e-5, msg=f"{version} {kind} {time} {name}")


if __name__ == "__main__":
    unittest.main()
