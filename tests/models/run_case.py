"""Simulates the model of one data file and compares: run_case.py MICA CASE.toml. See README.md for the keys."""
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from trajectory import Trajectory, differences

KEYS = {"model", "script", "reference", "interval", "tolerance", "options", "first", "last", "at", "between", "stats", "reason", "paper", "prints", "floor", "terminates", "eigenvalues", "damping"}

OSCILLATES = 1e-4  # of the largest eigenvalue: a smaller imaginary part is what rounding leaves of a double zero


def row_problems(which, row, result, wanted, tolerance, floor):
    for name, value in wanted.items():
        if name not in result.index:
            yield f"{name} is not in the result"
        elif not abs(row[result.index[name]] - value) <= tolerance * (floor + abs(value)):
            yield f"{name} in the {which} row is {row[result.index[name]]:.10g}, expected {value:.10g}"


def moment_problems(result, moments, tolerance, floor):
    """Values at times that events need not have hit: `at` is a list of tables with a time and values of variables."""
    for moment in moments:
        time = moment["time"]
        for name, value in moment.items():
            if name != "time" and name in result.index:
                found = result.at(name, time)
                if found is None:
                    yield f"the result has no row at time {time:.6g}"
                elif not abs(found - value) <= tolerance * (floor + abs(value)):
                    yield f"{name} at {time:.6g} is {found:.10g}, expected {value:.10g}"
            elif name != "time":
                yield f"{name} is not in the result"


def extreme_problems(result, windows, tolerance, floor):
    """Largest and smallest values: `between` is a list of tables with from, to, and the tables highest and lowest."""
    for window in windows:
        rows = [row for row in result.rows if window["from"] <= row[0] <= window["to"]]
        for kind, choose in (("highest", max), ("lowest", min)):
            for name, value in window.get(kind, {}).items():
                if name not in result.index or not rows:
                    yield f"{name} is not in the result from {window['from']:.6g} to {window['to']:.6g}"
                    continue
                found = choose(row[result.index[name]] for row in rows)
                if not abs(found - value) <= tolerance * (floor + abs(value)):
                    yield f"{name} is {kind} with {found:.10g} from {window['from']:.6g} to {window['to']:.6g}, expected {value:.10g}"


def stats_problems(stats, wanted):
    for path, value in wanted.items():
        actual = stats
        for key in path.split("."):
            actual = actual.get(key) if isinstance(actual, dict) else None
        if actual != value:
            yield f"--stats: {path} is {actual}, expected {value}"


def eigenvalue_problems(mica, case, folder, environment):
    """What `mica linearize` says of the start: `eigenvalues` is a list of pairs that must be among them, `damping` the smallest damping ratio of all that oscillate."""
    process = subprocess.run([mica, "linearize", case["model"], "--json", "--quiet"], cwd=folder, env=environment, capture_output=True, text=True, timeout=240)
    if process.returncode != 0 or process.stderr:
        yield f"exit code {process.returncode} of mica linearize: {process.stdout}{process.stderr}"
        return
    found = [complex(*pair) for pair in json.loads(process.stdout)["eigenvalues"]]
    for pair in case.get("eigenvalues", []):
        nearest = min(found, key=lambda value: abs(value - complex(*pair)))
        if not abs(nearest - complex(*pair)) <= case["tolerance"] * (1 + abs(complex(*pair))):
            yield f"no eigenvalue {complex(*pair):.6g}: the nearest is {nearest:.6g}"
    if "damping" in case:
        ratio = min(-value.real / abs(value) for value in found if value.imag > OSCILLATES * max(map(abs, found)))
        if not abs(ratio - case["damping"]) <= case["tolerance"]:
            yield f"the smallest damping ratio is {ratio:.6g}, expected {case['damping']:.6g}"


def run(mica, case, folder):
    unknown = set(case) - KEYS
    if unknown:
        return [f"unknown keys: {', '.join(sorted(unknown))}"]
    with tempfile.TemporaryDirectory() as scratch:
        result_file, stats_file = Path(scratch, "result.csv"), Path(scratch, "stats.json")
        command = [mica, "simulate", case["model"], "--quiet", "--parameters", "-o", str(result_file), "--stats", str(stats_file)]
        if "interval" in case:
            command += ["--interval", repr(case["interval"])]
        command += case.get("options", [])
        environment = {key: value for key, value in os.environ.items() if key != "MODELICAPATH"}
        process = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=240)
        said = process.stderr
        if case.get("terminates"):
            said = "".join(line for line in said.splitlines(True) if not line.startswith("note N6306"))
            if said == process.stderr:
                return ["the model does not end the simulation"]
        if process.returncode != 0 or said:
            return [f"exit code {process.returncode} of {' '.join(command)}", process.stdout + process.stderr]
        result = Trajectory(result_file)
        stats = json.loads(stats_file.read_text())
        problems = []
        floor = case.get("floor", 1)
        if case.get("reference"):
            problems += differences(result, Trajectory(folder / case["reference"]), case["tolerance"], floor)
        problems += row_problems("first", result.rows[0], result, case.get("first", {}), case["tolerance"], floor)
        problems += row_problems("last", result.rows[-1], result, case.get("last", {}), case["tolerance"], floor)
        problems += moment_problems(result, case.get("at", []), case["tolerance"], floor)
        problems += extreme_problems(result, case.get("between", []), case["tolerance"], floor)
        problems += stats_problems(stats, case.get("stats", {}))
        if "eigenvalues" in case or "damping" in case:
            problems += eigenvalue_problems(mica, case, folder, environment)
        return problems


def load(path):
    case = tomllib.loads(path.read_text())
    beside = path.with_suffix(".csv")
    if "reference" not in case and beside.exists():
        case["reference"] = beside.name
    return case


def main():
    path = Path(sys.argv[2])
    problems = run(sys.argv[1], load(path), path.parent)
    print("\n".join(problems) if problems else "as expected")
    raise SystemExit(1 if problems else 0)


if __name__ == "__main__":
    main()
