"""What is left to solve numerically of a mechanism that an implicit method is put into: one nonlinear system with an unknown for each driven joint, and nothing else.

Of a chain of n links that we made, for several n; of the robot of the Standard Library, with 6 axes, when that is on MODELICAPATH."""
import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROBOT = "Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.FullRobot"


def run(mica, folder, environment, *arguments):
    """The counts of the statistics, and the last row."""
    result, stats = os.path.join(folder, "result.csv"), os.path.join(folder, "stats.json")
    call = subprocess.run([mica, "simulate", *map(str, arguments), "-o", result, "--stats", stats, "--quiet"], env=environment, capture_output=True, text=True)
    assert call.returncode == 0, call.stderr
    with open(result) as file:
        last = list(csv.DictReader(file))[-1]
    with open(stats) as file:
        return json.load(file)["counts"], last


def has_one_system(counts, size):
    assert counts["nonlinear"] == [size] and counts["linear"] == [] and counts["mixed"] == 0, counts


def main():
    mica, source = sys.argv[1], sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, MICA_HOME=source)
        chain = [HERE / "planar_chain.mo", "--class", "Planar.Chain", "--stop-time", 1, "--intervals", 10]
        for n in (1, 2, 3, 5):
            for method, step, limit in (("inline-implicit-euler", 1e-3, 0.02), ("inline-rk3", 5e-3, 1e-4)):
                counts, last = run(mica, folder, environment, *chain, "--set", f"n={n}", "--method", method, "--step", step)
                has_one_system(counts, n)
                _, exact = run(mica, folder, environment, *chain, "--set", f"n={n}", "--method", "cvode", "--tolerance", 1e-9)
                for k in range(1, n + 1):
                    name = f"joint[{k}].q"
                    assert abs(float(last[name]) - float(exact[name])) < limit, (n, method, name, last[name], exact[name])
        paths = [Path(path) for path in environment.get("MODELICAPATH", "").split(":") if path]
        if any((path / "Modelica").exists() or list(path.glob("Modelica *")) for path in paths):
            for method in ("inline-implicit-euler", "inline-rk2", "inline-rk3"):
                counts, _ = run(mica, folder, environment, ROBOT, "--method", method, "--step", 1e-3, "--stop-time", 0.01)
                has_one_system(counts, 6)
    print("as expected")


main()
