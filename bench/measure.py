"""Measures parse throughput and the time from text to trajectory of each case, and prints a table. Called by bench/run."""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
STAGES = ("load", "instantiate", "flatten", "structure", "compile", "initialize", "integrate", "write")
SLOWER = 2.0  # times the recorded seconds


def last_value(path, name):
    with open(path) as file:
        names = file.readline().rstrip("\n").split(",")
        last = None
        for last in file:
            pass
    column = names.index(name) if name in names else names.index(f'"{name}"')
    return float(last.split(",")[column])


def once(mica, case, folder):
    """Wall seconds of one run, its statistics, and what is wrong with it."""
    model = case["model"]
    if "source" in case:
        file = folder / f"{case['name']}.mo"
        file.write_text(case["source"])
        model = str(file)
    if case.get("command", "simulate") != "simulate":
        words = ["show", "flat"] if case["command"] == "flat" else ["check"]
        begin = time.perf_counter()
        process = subprocess.run([mica, *words, model, "--quiet"], capture_output=True, text=True)
        return time.perf_counter() - begin, {}, "" if process.returncode == 0 else process.stderr.strip().split("\n")[0]
    result, stats = folder / "result.csv", folder / "stats.json"
    command = [mica, "simulate", model, "--quiet", "--fresh", "-o", str(result), "--stats", str(stats), *case.get("options", [])]
    begin = time.perf_counter()
    process = subprocess.run(command, capture_output=True, text=True)
    seconds = time.perf_counter() - begin
    if process.returncode != 0:
        return seconds, {}, process.stderr.strip().split("\n")[0] or f"exit code {process.returncode}"
    for name, wanted in case["expect"].items():
        value = last_value(result, name)
        if not abs(value - wanted) <= case.get("tolerance", 1e-4) * (1 + abs(wanted)):
            return seconds, {}, f"{name} = {value:.8g}, expected {wanted:.8g}"
    return seconds, json.loads(stats.read_text()), ""


def measure(mica, case, repeat):
    best = None
    for _ in range(repeat):
        with tempfile.TemporaryDirectory() as folder:
            run = once(mica, case, Path(folder))
        if run[2]:
            return run
        if best is None or run[0] < best[0]:
            best = run
    return best


def print_parsing(parser, directories):
    for directory in directories:
        print(f"parse {directory}")
        lines = subprocess.run([parser, directory], capture_output=True, text=True, check=True).stdout.splitlines()
        print(*(f"    {line}" for line in lines), sep="\n")


def print_models(mica, cases, repeat):
    failed = False
    print(f"\n{'case':28}{'seconds':>9}{'recorded':>9}{'unknowns':>9}{'steps':>8}{'MB':>6}   where the time goes, in ms")
    for case in cases:
        seconds, stats, wrong = measure(mica, case, repeat)
        recorded = case["seconds"]
        mark = ""
        if wrong:
            mark, failed = f"   WRONG: {wrong}", True
        elif seconds > SLOWER * recorded + 0.02:
            mark, failed = "   SLOWER", True
        parts = stats.get("seconds", {})
        spent = "  ".join(f"{stage} {1000 * parts[stage]:.1f}" for stage in STAGES if parts.get(stage, 0) >= 5e-4)
        unknowns = stats.get("counts", {}).get("unknowns", "")
        steps = stats.get("solver", {}).get("steps", "")
        memory = f"{stats['peak_rss_mb']:.0f}" if "peak_rss_mb" in stats else ""
        print(f"{case['name']:28}{seconds:9.3f}{recorded:9.3f}{unknowns:>9}{steps:>8}{memory:>6}   {spent}{mark}", flush=True)
    return failed


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--mica", required=True)
    arguments.add_argument("--parser", required=True)
    arguments.add_argument("--repeat", type=int, default=3)
    arguments.add_argument("--parse", action="append", default=[])
    arguments.add_argument("names", nargs="*")
    given = arguments.parse_args()
    cases = [case for file in sorted(HERE.glob("*.toml")) for case in tomllib.loads(file.read_text())["case"]]
    for case in cases:
        case.setdefault("name", case["model"].split(".")[-1])
    there = os.environ.get("MODELICAPATH", "").split(":")
    cases = [case for case in cases if "needs" not in case or any((Path(path) / case["needs"]).is_dir() for path in there if path)]
    if given.names:
        cases = [case for case in cases if any(word in case["name"] for word in given.names)]
    else:
        print_parsing(given.parser, [os.fspath(HERE.parent / "library"), *given.parse])
    sys.exit(1 if print_models(given.mica, cases, given.repeat) else 0)


if __name__ == "__main__":
    main()
