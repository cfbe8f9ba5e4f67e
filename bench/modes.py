#!/usr/bin/env python3
"""What code for modes is worth: bench/modes.py [--mica PATH] [MODEL [STEP]]

The drive cycle of the gearbox with explicit Euler inlined: without code for modes, with it made beside the run (from nothing, and with what the run before has left), and
while the run waits. The best of three runs each; a directory of its own for what is kept.
"""
import argparse
import json
import os
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def run(mica, environment, folder, model, step, modes):
    stats = os.path.join(folder, "stats.json")
    subprocess.run([mica, "simulate", model, "--method", "inline-euler", "--step", step, "--intervals", "100", "--modes", modes, "-o", os.path.join(folder, "result.csv"),
                    "--stats", stats, "--quiet"], env=environment, check=True)
    return json.loads(Path(stats).read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--mica", default=str(ROOT / "mica"))
    parser.add_argument("model", nargs="?", default="Mica.Examples.Gearbox11")
    parser.add_argument("step", nargs="?", default="1e-4")
    arguments = parser.parse_args()
    print("| run | modes visited | with code | step, mean µs | 99 % below | longest | integration, s |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, modes, warm in (("general code", "off", False), ("first run, `--modes on`", "on", False), ("next run, `--modes on`", "on", True), ("next run, `--modes wait`", "wait", True)):
        best = None
        for _ in range(3):
            with tempfile.TemporaryDirectory() as folder:
                environment = dict(os.environ, XDG_CACHE_HOME=folder)
                if warm:
                    run(arguments.mica, environment, folder, arguments.model, arguments.step, modes)
                    run(arguments.mica, environment, folder, arguments.model, arguments.step, modes)
                stats = run(arguments.mica, environment, folder, arguments.model, arguments.step, modes)
            if best is None or stats["solver"]["step_us"]["mean"] < best["solver"]["step_us"]["mean"]:
                best = stats
        solver, cost = best["solver"], best["solver"]["step_us"]
        print(f"| {name} | {solver['modes']} | {solver['mode_codes']} | {cost['mean']:.2f} | {cost['p99']:.2f} | {cost['max']:.0f} | {best['seconds']['integrate']:.2f} |", flush=True)


if __name__ == "__main__":
    main()
