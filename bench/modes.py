#!/usr/bin/env python3
"""What code for modes is worth: bench/modes.py [--mica PATH] [MODEL [STEP]]

The drive cycle of the gearbox with explicit Euler inlined: without code for modes, with it made beside the run (from nothing, and with what the run before has left), and
while the run waits. Of five runs each the least is taken in every column, the longest step too: what lies above it is the machine. What is kept goes to a directory of its own.
"""
import argparse
import json
import os
import shutil
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
        runs = []
        with tempfile.TemporaryDirectory() as folder:
            environment = dict(os.environ, XDG_CACHE_HOME=folder)
            for k in range(7 if warm else 5):
                if not warm:
                    shutil.rmtree(os.path.join(folder, "mica"), ignore_errors=True)
                runs.append(run(arguments.mica, environment, folder, arguments.model, arguments.step, modes))
        if warm:
            runs = runs[2:]
        least = lambda key: min(each["solver"]["step_us"][key] for each in runs)
        solver = runs[-1]["solver"]
        print(f"| {name} | {solver['modes']} | {solver['mode_codes']} | {least('mean'):.2f} | {least('p99'):.2f} | {least('max'):.0f} | "
              f"{min(each['seconds']['integrate'] for each in runs):.2f} |", flush=True)


if __name__ == "__main__":
    main()
