"""mica fmu import: import_test.py MICA

The FMU of lag/lag.c and an export of Mica as components beside others, against closed forms and the native run.
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

# The lag in a loop with another component: a integrates what comes out of it.
SYSTEM = """model System
  {name} lag(k = 3);
  Real a(start = 0, fixed = true);
equation
  lag.u = if time < 0.2 then 0 else 1;
  der(a) = lag.x - a;
  annotation (experiment(StopTime = 2, Tolerance = 1e-9, Interval = 0.1));
end System;
"""


class Import(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.directory = Path(cls.place.name)
        library = cls.directory / "lag.so"
        subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O1", str(HERE / "lag/lag.c"), "-o", str(library), "-lm"], check=True)
        with zipfile.ZipFile(cls.directory / "lag.fmu", "w") as fmu:
            fmu.write(HERE / "lag/modelDescription.xml", "modelDescription.xml")
            fmu.write(library, "binaries/linux64/lag.so")

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    def mica(self, *arguments):
        return subprocess.run([MICA, *map(str, arguments)], capture_output=True, text=True, cwd=self.directory)

    def rows(self, *arguments):
        done = self.mica("simulate", *arguments, "--quiet", "-o", "out.csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.directory / "out.csv") as file:
            return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]

    def test_exchange(self):
        done = self.mica("fmu", "import", "lag.fmu", "-o", "Lag.mo")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("W9118", done.stderr)
        text = (self.directory / "Lag.mo").read_text()
        self.assertIn('parameter Real k(unit="1/s") = 2;', text)
        self.assertIn('RealOutput x "What follows the input";', text)
        (self.directory / "system.mo").write_text(SYSTEM.format(name="Lag"))
        rows = self.rows("system.mo", "Lag.mo")
        k = 3
        for row in {row["time"]: row for row in rows}.values():
            start = 0.2 if row["time"] < 1 else 1.0
            expected = 1 - math.exp(-k * (row["time"] - start)) if row["time"] >= 0.2 else 0
            self.assertAlmostEqual(row["lag.x"], expected, delta=1e-6)
        # da/dt = x - a over the two pieces of x: a(t) = 1 + (e^(-k s) - k e^(-s))/(k - 1) + a0 e^(-s), s since their starts.
        piece = lambda s, a0: 1 + (math.exp(-k * s) - k * math.exp(-s)) / (k - 1) + a0 * math.exp(-s)
        self.assertAlmostEqual(rows[-1]["a"], piece(1, piece(0.8, 0)), delta=1e-6)
        self.assertEqual(rows[-1]["lag.n"], 2)
        events = sorted({row["time"] for row in rows if abs(row["lag.x"] - 0.5) < 1e-6})
        self.assertAlmostEqual(events[0], 0.2 + math.log(2) / 3, delta=1e-6)

    def test_cosimulation(self):
        done = self.mica("fmu", "import", "lag.fmu", "--type", "cs", "--step", "0.05", "-o", "Stepped.mo")
        self.assertEqual(done.returncode, 0, done.stderr)
        (self.directory / "system.mo").write_text(SYSTEM.format(name="Stepped"))
        rows = self.rows("system.mo", "Stepped.mo")
        # Exact at its steps, as its input is held and jumps at one; it has no time event there.
        for row in {row["time"]: row for row in rows}.values():
            expected = 1 - math.exp(-3 * (row["time"] - 0.2)) if row["time"] > 0.2 else 0
            self.assertAlmostEqual(row["lag.x"], expected, delta=1e-9, msg=row["time"])

    def test_own(self):
        """The ball, exported and imported again, bounces and counts as from its text."""
        native = {row["time"]: row for row in self.rows(HERE / "Ball.mo", "--tolerance", "1e-9", "--intervals", "15")}
        outputs = "model Bouncing\n  extends Ball;\n  output Real height = h;\n  output Integer count = k;\nend Bouncing;\n"
        (self.directory / "Bouncing.mo").write_text((HERE / "Ball.mo").read_text() + outputs)
        for version in "2", "3":
            self.assertEqual(self.mica("fmu", "export", "Bouncing.mo", "--fmi", version, "-o", "b.fmu", "--quiet").returncode, 0)
            done = self.mica("fmu", "import", "b.fmu", "-o", f"B{version}.mo")
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = {row["time"]: row for row in self.rows(f"B{version}.mo", "--tolerance", "1e-9", "--stop-time", "1.5", "--intervals", "15")}
            common = [time for time in native if time in rows]
            self.assertGreaterEqual(len(common), 16)
            for time in common:
                self.assertAlmostEqual(rows[time]["height"], native[time]["h"], delta=1e-5, msg=f"{version} {time}")
                self.assertEqual(rows[time]["count"], native[time]["k"], f"{version} {time}")


if __name__ == "__main__":
    unittest.main()
