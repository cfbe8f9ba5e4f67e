"""A simulation that is killed in the middle leaves a file with what was computed before: readable, whole rows, right values."""
import math
import os
import subprocess
import sys
import tempfile
import time

MODEL = """model Long
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end Long;
"""


def rows_of(mica, path):
    """The result as CSV rows of floats, through a comparison with itself and a plot: both read the whole file."""
    if path.endswith(".csv"):
        with open(path) as file:
            lines = file.read().splitlines()
        head, body = lines[0].split(","), lines[1:]
        return head, [[float(cell) for cell in line.split(",")] for line in body]
    plot = subprocess.run([mica, "plot", path, "x", "--save", path + ".svg"], capture_output=True, text=True)
    assert plot.returncode == 0, plot.stderr
    return None, None


def main():
    mica = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        model = os.path.join(folder, "long.mo")
        with open(model, "w") as file:
            file.write(MODEL)
        for extension in ("csv", "mat"):
            result = os.path.join(folder, "result." + extension)
            run = subprocess.Popen([mica, "simulate", model, "--stop-time", "1e7", "--interval", "0.01", "-o", result, "--quiet"])
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline and (not os.path.exists(result) or os.path.getsize(result) < 1_000_000):
                time.sleep(0.05)
            assert run.poll() is None, "the run ended by itself"
            run.kill()
            run.wait()
            assert os.path.getsize(result) >= 1_000_000, "nothing was written while running"
            head, rows = rows_of(mica, result)
            if rows is None:
                continue
            at = head.index("x")
            whole = [row for row in rows if len(row) == len(head)]
            assert len(whole) >= len(rows) - 1, "a row in the middle is broken"
            for row in whole[:200]:
                assert abs(row[at] - math.sin(row[0])) < 1e-3, row
    print("as expected")


main()
