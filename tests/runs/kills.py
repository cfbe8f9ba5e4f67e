#!/usr/bin/env python3
"""Kills Mica at random moments and looks at what is left: kills.py MICA SOURCE [--kills N] [--seed N] [--counts FILE]

What was written before the kill is still there, rows are whole but for the last, and values are right; the next start, with whatever the killed one left in the cache, ends well and gives the bytes of an
undisturbed one. Four kinds in turn: a run that writes CSV, a run that writes MAT, a translation with a cold cache (with external C), a study.
"""
import argparse
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

LONG = """model Long
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end Long;
"""
KEPT = """model Kept
  function twice
    input Real u;
    output Real y;
    external "C" y = twice_of(u) annotation (Include = "static double twice_of(double u) { return 2*u; }");
  end twice;
  parameter Real p = 1;
  Real x(start = 1, fixed = true), y = twice(x), z[20];
equation
  der(x) = -p*x;
  for i in 1:20 loop
    der(z[i]) = sin(i*x) - z[i];
  end for;
end Kept;
"""
SMALLEST = 1000  # bytes of a file with rows
KINDS = ("csv", "mat", "translation", "study")
LATEST = {"csv": 0.5, "mat": 0.5}  # seconds after the start; the others: while they take


class Kills:
    def __init__(self, mica, source, folder, seed):
        self.mica, self.source, self.folder, self.chance = mica, source, Path(folder), random.Random(seed)
        self.counts = Counter()
        (self.folder / "Long.mo").write_text(LONG)
        (self.folder / "Kept.mo").write_text(KEPT)
        self.home = self.folder / "home"
        self.calls = {
            "csv": ["simulate", "Long.mo", "--stop-time", "1e7", "--interval", "0.01", "-o", "long.csv", "--quiet"],
            "mat": ["simulate", "Long.mo", "--stop-time", "1e7", "--interval", "0.01", "-o", "long.mat", "--quiet"],
            "translation": ["simulate", "Kept.mo", "--intervals", "20", "-o", "kept.csv", "--quiet"],
            "study": ["sweep", "Kept.mo", "--vary", "p=1:0.02:3", "--measure", "final(x)", "-o", "study.csv", "--quiet"],
        }
        self.wanted = {}
        for kind, result in (("translation", "kept.csv"), ("study", "study.csv")):
            self.forget()
            began = time.monotonic()
            self.run(kind)
            self.wanted[kind] = (self.folder / result).read_bytes()
            LATEST[kind] = time.monotonic() - began

    def environment(self):
        return {key: value for key, value in os.environ.items() if key not in ("XDG_CACHE_HOME", "MODELICAPATH")} | {"HOME": str(self.home), "MICA_HOME": self.source}

    def forget(self):
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir()

    def run(self, kind):
        call = subprocess.run([self.mica, *self.calls[kind]], cwd=self.folder, env=self.environment(), capture_output=True, text=True, timeout=120)
        assert call.returncode == 0, (kind, call.returncode, call.stderr[-500:])

    def kill(self, kind):
        result = self.folder / self.calls[kind][self.calls[kind].index("-o") + 1]
        result.unlink(missing_ok=True)
        if kind == "translation" or (kind == "study" and self.chance.random() < 0.5):
            self.forget()
        process = subprocess.Popen([self.mica, *self.calls[kind]], cwd=self.folder, env=self.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(self.chance.uniform(0, LATEST[kind]))
        # Any reader sees this now: it is saved.
        saved = result.read_bytes() if result.exists() else b""
        if self.chance.random() < 0.5:
            time.sleep(self.chance.uniform(0, 0.05))
        ended = process.poll() is not None
        process.kill()
        process.wait()
        self.counts[kind, "kills" if not ended else "ended before"] += 1
        left = result.read_bytes() if result.exists() else b""
        if kind == "csv":
            assert left.startswith(saved), "rows that were there are gone"
            self.check_rows(left)
        elif kind == "mat":
            assert len(left) >= len(saved), "rows that were there are gone"
            if left:
                plot = subprocess.run([self.mica, "plot", str(result), "x", "--save", str(result) + ".svg"], capture_output=True, text=True, env=self.environment())
                # A file without a row, of a head and parameters alone, has no curve to draw.
                assert plot.returncode == 0 or (len(saved) < SMALLEST and plot.returncode in (1, 2)), (plot.returncode, plot.stderr, len(saved), len(left))
        else:
            if ended:
                assert left == self.wanted[kind], f"{kind}: what was reported as done is not there"
            self.run(kind)
            assert result.read_bytes() == self.wanted[kind], f"{kind}: the next start gives another result"

    def check_rows(self, left):
        lines = left.decode().split("\n")
        if len(lines) < 2:
            return
        head = lines[0].split(",")
        at = head.index("x")
        for line in lines[1:-1]:  # the last one may be cut
            cells = line.split(",")
            assert len(cells) == len(head), line
        for line in lines[1:-1][:: max(1, len(lines) // 50)]:
            row = [float(cell) for cell in line.split(",")]
            if row[0] < 100:
                assert abs(row[at] - math.sin(row[0])) < 1e-3, row


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mica")
    parser.add_argument("source")
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--counts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kills = Kills(os.path.abspath(options.mica), os.path.abspath(options.source), folder, options.seed)
        for number in range(options.kills):
            kills.kill(KINDS[number % len(KINDS)])
        kept = [Path(place, name) for place, _, names in os.walk(kills.home) for name in names]
        assert sum(path.stat().st_size for path in kept) < 256 << 20
    for kind in KINDS:
        print(f"{kind}: {kills.counts[kind, 'kills']} killed, {kills.counts[kind, 'ended before']} had ended")
    if options.counts:
        with open(options.counts, "a") as file:
            for kind in KINDS:
                file.write(f"{kind},{options.seed},{kills.counts[kind, 'kills']},{kills.counts[kind, 'ended before']}\n")
    print("as expected")


if __name__ == "__main__":
    sys.exit(main())
