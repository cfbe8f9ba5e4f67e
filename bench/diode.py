#!/usr/bin/env python3
"""The ideal diode in series with an inductor (Mica.Examples.DiodeInductor) beside diodes that leak, as figure 9 of Cellier and Krebs.

    bench/diode.py --mica build/dev/src/cli/mica [--save diode.svg]

For each leakage (Ron in Ω and Goff in S) the largest difference of the voltage over the capacitor from the ideal diode's, steps, evaluations and events. The
leaking models are integrated by cvode. With --save: the voltages of the ideal diode and of the largest and the smallest leakage."""
import argparse
import csv
import json
import subprocess
import tempfile
from pathlib import Path

LEAKAGES = ("0", "1e-2", "1e-3", "1e-4", "1e-5", "1e-6", "1e-8", "1e-10")


def run(mica, leakage, folder):
    file = folder / "Leaking.mo"
    modifier = "" if leakage == "0" else f"(diode(Ron = {leakage}, Goff = {leakage}))"
    file.write_text(f"model Leaking\n  extends Mica.Examples.DiodeInductor{modifier};\nend Leaking;\n")
    result, stats = folder / "result.csv", folder / "stats.json"
    subprocess.run([mica, "simulate", file, "--quiet", "--fresh", "--stop-time", "0.1", "--interval", "1e-4", "--tolerance", "1e-8", "--variables", r"C\.v",
                    "-o", result, "--stats", stats], check=True)
    with open(result) as table:
        rows = [(float(row[0]), float(row[1])) for row in list(csv.reader(table))[1:]]
    grid = {}
    for time, value in rows:
        grid[round(time * 1e4, 3)] = value  # the last of an event's rows
    return {k: v for k, v in grid.items() if k == int(k)}, json.loads(stats.read_text())["solver"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--mica", default="./mica")
    parser.add_argument("--save")
    options = parser.parse_args()
    curves = {}
    print(f"{'leakage':>8} {'method':>14} {'steps':>6} {'evaluations':>11} {'events':>6} {'difference of C.v in V':>23}")
    with tempfile.TemporaryDirectory() as name:
        for leakage in LEAKAGES:
            curves[leakage], solver = run(options.mica, leakage, Path(name))
            off = max(abs(curves[leakage][k] - curves["0"][k]) for k in curves["0"] if k in curves[leakage])
            print(f"{leakage:>8} {solver['method']:>14} {solver['steps']:>6} {solver['fevals']:>11} {solver['state_events']:>6} {off:>23.2e}")
        if options.save:
            shown = {"ideal": "0", "leaks_1e_2": "1e-2", "leaks_1e_10": "1e-10"}
            table = Path(name) / "curves.csv"
            with open(table, "w") as file:
                file.write("time," + ",".join(shown) + "\n")
                for k in sorted(curves["0"]):
                    file.write(",".join([repr(k * 1e-4)] + [repr(curves[leakage].get(k, float("nan"))) for leakage in shown.values()]) + "\n")
            subprocess.run([options.mica, "plot", table, ",".join(shown), "--save", options.save, "--title", "Voltage over the capacitor", "--quiet"], check=True)


if __name__ == "__main__":
    main()
