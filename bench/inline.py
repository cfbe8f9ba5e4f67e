#!/usr/bin/env python3
"""What inline integration is worth: the rod, the hydraulic lines and the engine, by explicit, implicit and mixed methods of fixed step. Prints, for each, the systems that a step leaves to solve, the errors against a tight CVODE run, and the processor time of a second.

    bench/inline.py --mica build/dev/src/cli/mica [--only rod|lines|reactions|engine]
"""
import argparse
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

CASES = {
    "rod": {
        "model": "Mica.Examples.HeatRod", "stop": 1.0, "interval": 0.01,
        "errors": {"temperature, K": [f"u[{i}]" for i in (2, 10, 25, 50)]},
        "runs": [("inline-euler", 1e-4), ("inline-implicit-euler", 1e-2), ("inline-rk3", 1e-2)],
    },
    "lines": {
        "model": "Mica.Examples.HydraulicLines", "stop": 1.0, "interval": 1e-3,
        "errors": {"pressure, bar": ["manifold.p/1e5", "middle.p/1e5", "behind.p/1e5", "brake.p/1e5"], "piston, mm": ["brake.s/1e-3"]},
        "runs": [("inline-euler", 1e-6), ("inline-implicit-euler", 1e-4), ("inline-mixed", 1e-4), ("inline-rk3", 5e-4), ("inline-ros2", 1e-4), ("inline-ros3", 5e-4)],
    },
    "reactions": {
        "model": Path(__file__).resolve().parent.parent / "tests/language/inline/robertson.mo", "stop": 40.0, "interval": 1,
        "errors": {"concentration": ["y1", "y3"], "of the fast one": ["y2"]},
        "runs": [("inline-rk2", 0.05), ("inline-rk3", 0.05), ("inline-ros2", 0.05), ("inline-ros3", 0.05)],
    },
    "engine": {
        "model": "Mica.Examples.TurboEngine", "stop": 10.0, "interval": 0.05,
        "errors": {"pressure, mbar": [f"p[{i}]/1e2" for i in range(1, 7)], "speed, rad/s": ["engine"], "turbo, rad/s": ["turbo"]},
        "runs": [("inline-euler", 1e-5), ("inline-mixed", 1e-3), ("inline-implicit-euler", 1e-3), ("inline-rk3", 1e-3), ("inline-ros3", 1e-3)],
    },
}


class Program:
    def __init__(self, mica, folder):
        self.mica, self.folder = mica, Path(folder)

    def run(self, model, *options):
        """The rows by time, and the statistics."""
        result, stats = self.folder / "result.csv", self.folder / "stats.json"
        call = subprocess.run([self.mica, "simulate", model, "--quiet", "-o", result, "--stats", stats, *map(str, options)], capture_output=True, text=True)
        if call.returncode != 0:
            sys.exit(f"{model}: {call.stderr.strip().splitlines()[-1]}")
        with open(result) as file:
            rows = {round(float(row["time"]), 9): row for row in csv.DictReader(file)}
        return rows, json.loads(stats.read_text())


def error(rows, reference, names):
    worst = 0.0
    for name in names:
        name, _, unit = name.partition("/")
        for time in rows.keys() & reference.keys():
            worst = max(worst, abs(float(rows[time][name]) - float(reference[time][name])) / float(unit or 1))
    return worst


def table(program, case):
    grid = ("--stop-time", case["stop"], "--interval", case["interval"])
    reference, statistics = program.run(case["model"], *grid, "--tolerance", 1e-9)
    print(f"\n{case['model']}: {statistics['counts']['states']} states")
    print("| method | step, ms | " + " | ".join(case["errors"]) + " | CPU of a second, s | mean step, µs | implicit states | systems | Newton iterations a solution |")
    print("| --- |" + " --- |" * (len(case["errors"]) + 6))
    for method, step in case["runs"]:
        # Twice: the second run starts from what the first kept.
        runs = [program.run(case["model"], *grid, "--method", method, "--step", step) for _ in range(2)]
        rows, statistics = min(runs, key=lambda each: each[1]["seconds"]["integrate"])
        counts, solver = statistics["counts"], statistics["solver"]
        systems = ", ".join(f"{kind} {size}" for kind in ("linear", "nonlinear") for size in counts[kind] if size) or "none"
        stages = {"inline-euler": 0, "inline-implicit-euler": 1, "inline-mixed": 1, "inline-rk2": 2, "inline-rk3": 3, "inline-rk4": 5}.get(method, 0)
        each = f"{solver['newton_iterations'] / (stages * solver['steps']):.1f}" if stages and counts["nonlinear"] else ""
        errors = " | ".join(f"{error(rows, reference, names):.2g}" for names in case["errors"].values())
        implicit = statistics.get("partition", {}).get("implicit", counts["states"] if method != "inline-euler" else 0)
        print(f"| {method} | {step * 1e3:g} | {errors} | {statistics['seconds']['integrate'] / case['stop']:.3g} | {solver['step_us']['mean']:.2f} | {implicit} | {systems} | {each} |")


def growth(program):
    """The rod in time proportional to its size: translation and a thousand steps."""
    print("\nThe rod by the implicit Euler method, 1000 steps")
    print("| n | structure and code, s | integration, s | systems |\n| --- | --- | --- | --- |")
    for n in (50, 500, 5000):
        _, statistics = program.run("Mica.Examples.HeatRod", "--set", f"n={n}", "--method", "inline-implicit-euler", "--step", 1e-3, "--interval", 0.1, "--fresh")
        seconds, counts = statistics["seconds"], statistics["counts"]
        sizes = [size for kind in ("linear", "nonlinear") for size in counts[kind] if size]
        print(f"| {n} | {seconds['structure'] + seconds['compile']:.3g} | {seconds['integrate']:.3g} | {sizes or 'none'} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mica", required=True)
    parser.add_argument("--only", choices=CASES)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = Program(options.mica, folder)
        for name, case in CASES.items():
            if options.only in (None, name):
                table(program, case)
        if options.only in (None, "rod"):
            growth(program)


main()
