#!/usr/bin/env python3
"""The robot's table of the paper on inline integration: errors and processor time of one second of RobotR3.FullRobot.

robot.py [--mica PROGRAM]        MODELICAPATH must lead to the Modelica Standard Library

Errors are the largest distances of the tool's position (mm) and of its velocity (mm/s) from a run of CVODE with a tolerance of 1e-9, at 100 points.
Times are those of the fastest of five runs: the code of modes that a second thread makes meanwhile, and whatever else the machine does, disturb runs of milliseconds.
"""
import argparse
import csv
import json
import math
import os
import subprocess
import tempfile
from pathlib import Path

MODEL = "Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.FullRobot"
PLACE = [f"mechanics.b6.frame_b.r_0[{i}]" for i in (1, 2, 3)]
CASES = [("inline-euler", 0.05e-3), ("inline-implicit-euler", 1e-3), ("inline-mixed", 1e-3), ("inline-rk3", 5e-3), ("inline-rk3", 10e-3), ("inline-ros3", 5e-3)]

RUNS = 5

def run(mica, folder, *options):
    stats = folder / "stats.json"
    subprocess.run([mica, "simulate", MODEL, "--stop-time", "1", "--intervals", "100", "--variables", r"mechanics\.b6\.(frame_b\.r_0|body\.v_0).*", "--quiet",
                    "-o", folder / "r.csv", "--stats", stats, *map(str, options)], check=True, stderr=subprocess.DEVNULL)
    rows = list(csv.DictReader((folder / "r.csv").read_text().splitlines()))
    last = {round(float(row["time"]), 9): [float(row[name]) for name in PLACE] for row in rows}
    points = [last[round(k / 100, 9)] for k in range(101)]
    return points, json.loads(stats.read_text())


def slopes(points):
    return [[(b - a) * 50 for a, b in zip(before, after)] for before, after in zip(points, points[2:])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mica", default=Path(__file__).resolve().parent.parent / "mica")
    mica = os.path.abspath(parser.parse_args().mica)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        exact, _ = run(mica, folder, "--tolerance", "1e-9")
        print(f"{'method':24}{'step ms':>9}{'pos. error mm':>15}{'vel. error mm/s':>17}{'time s':>9}{'system':>8}{'step µs':>9}{'worst':>8}")
        for method, step in CASES:
            points, stats = min((run(mica, folder, "--method", method, "--step", step) for _ in range(RUNS)), key=lambda r: r[1]["seconds"]["integrate"])
            far = 1000 * max(math.dist(a, b) for a, b in zip(points, exact))
            fast = 1000 * max(math.dist(a, b) for a, b in zip(slopes(points), slopes(exact)))
            cost, counts = stats["solver"]["step_us"], stats["counts"]
            print(f"{method:24}{1000 * step:9g}{far:15.3g}{fast:17.3g}{stats['seconds']['integrate']:9.4f}{str(counts['nonlinear'] or [max(counts['linear'], default=0)]):>8}"
                  f"{cost['mean']:9.1f}{cost['max']:8.0f}")


if __name__ == "__main__":
    main()
