"""The comparison finds what it should: with a stand-in for mica that writes a given result."""
import os
import stat
import tempfile
import unittest
from pathlib import Path

from run_case import run

STAND_IN = """#!/usr/bin/env python3
import sys
a = sys.argv
open(a[a.index("-o") + 1], "w").write({result!r})
open(a[a.index("--stats") + 1], "w").write('{{"counts": {{"states": 1}}}}')
sys.stderr.write({stderr!r})
sys.exit({code})
"""
GOOD = "time,x\n0,0\n0,1\n0.5,2\n1,3\n"


class RunCase(unittest.TestCase):
    def problems(self, result=GOOD, reference="time,x\n0,1\n1,3\n", stderr="", code=0, **case):
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch)
            mica = folder / "mica"
            mica.write_text(STAND_IN.format(result=result, stderr=stderr, code=code))
            mica.chmod(mica.stat().st_mode | stat.S_IXUSR)
            (folder / "reference.csv").write_text(reference)
            return run(os.fspath(mica), {"model": "M", "reference": "reference.csv", "tolerance": 1e-6, **case}, folder)

    def test_good(self):
        self.assertEqual(self.problems(first={"x": 0}, last={"x": 3}, stats={"counts.states": 1}), [])

    def test_found(self):
        for needle, changes in {
            "off by": {"reference": "time,x\n0,1\n1,3.1\n"},
            "y is not in the result": {"reference": "time,y\n0,1\n"},
            "no row at time 0.7": {"reference": "time,x\n0.7,1\n"},
            "expected 3": {"result": "time,x\n0,1\n1,nan\n"},
            "exit code 3": {"code": 3},
            "exit code 0": {"stderr": "warning"},
            "first row": {"first": {"x": 1}},
            "last row": {"last": {"x": 1}},
            "x at 0.5 is 2": {"at": [{"time": 0.5, "x": 1}]},
            "no row at time 0.6": {"at": [{"time": 0.6, "x": 1}]},
            "x is highest with 2": {"between": [{"from": 0, "to": 0.5, "highest": {"x": 3}}]},
            "x is lowest with 2": {"between": [{"from": 0.5, "to": 1, "lowest": {"x": 1}}]},
            "counts.states is 1, expected 2": {"stats": {"counts.states": 2}},
            "unknown keys: modle": {"modle": "M"},
        }.items():
            with self.subTest(needle):
                found = "\n".join(self.problems(**changes))
                self.assertIn(needle, found)


if __name__ == "__main__":
    unittest.main()
