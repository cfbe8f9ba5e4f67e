#!/usr/bin/env python3
"""Verified models of the reference as FMUs in FMPy: what another tool computes with them against the reference and against Mica's own run.

    MODELICAPATH=… tests/numeric_python python3 tests/library/fmus.py [--only REGEX] [--step N] [--fmi 2|3] [--update]

Each model that models.csv calls verified is exported once, and run in FMPy by Model Exchange (with FMPy's solver) and by Co-Simulation (with the solver inside). Columns:

    export     how the export ended: done, or the first error
    seconds    processor time of `mica fmu export`
    kilobytes  size of the FMU
    me, cs     yes: the trajectory agrees with the reference by its judge; no: it does not; else how the run ended
    me_off, cs_off   largest distance from Mica's own run, in ranges of the signal, of all but 1 % of the points, over the signals of the reference
    reason     of what does not agree, by hand, kept from the file before
"""
import argparse
import concurrent.futures
import csv
import math
import os
import re
import resource
import subprocess
import sys
import tempfile

import models
from ledger import coarse
from program import Program

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
COLUMNS = ("model", "export", "seconds", "kilobytes", "me", "me_off", "cs", "cs_off", "reason")
KINDS = {"me": "ModelExchange", "cs": "CoSimulation"}
LEFT_OUT = 0.01  # of the points: an event that moves by a rounding moves a whole branch
INTERVALS = 2000
LIMIT = 120  # seconds of processor time a call, memory below
MEMORY = 4 << 30


def run_inside(fmu, kind, start, stop, tolerance, result, names):
    """In a process of its own: simulates the FMU with FMPy and writes what it computed."""
    from fmpy import read_model_description, simulate_fmu
    description = read_model_description(fmu, validate=False)
    known = {variable.name for variable in description.modelVariables}
    names = [name for name in names if name in known]
    complaints = []

    def log(_component, _instance, status, _category, message):
        if status > 1:  # above a warning
            complaints.append(message.decode(errors="replace") if isinstance(message, bytes) else str(message))

    def log3(_instance, status, _category, message):
        log(None, None, status, None, message)

    try:
        rows = simulate_fmu(fmu, validate=False, start_time=start, stop_time=stop, output_interval=(stop - start) / INTERVALS, relative_tolerance=tolerance, fmi_type=KINDS[kind],
                            output=names, record_events=True, logger=log3 if description.fmiVersion.startswith("3") else log)
    except Exception as problem:
        print(complaints[0] if complaints else problem, file=sys.stderr)
        return 1
    with open(result, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(rows.dtype.names)
        writer.writerows(rows.tolist())
    return 0


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def read(path, names):
    """{name: (times, values)}, of several rows at one time the last."""
    def number(cell):
        return {"True": 1.0, "False": 0.0, "true": 1.0, "false": 0.0}.get(cell) if cell[:1] in "TFtf" else float(cell)
    with open(path, newline="") as file:
        reader = csv.reader(file)
        head = [cell.strip('"') for cell in next(reader)]
        rows = {}
        for row in reader:
            rows[round(float(row[0]), 12)] = row
    return {name: {time: number(row[head.index(name)]) for time, row in rows.items()} for name in names if name in head}


def distance(one, other):
    """The worst signal, in its own range."""
    worst = 0.0
    for name in one.keys() & other.keys():
        a, b = one[name], other[name]
        times = a.keys() & b.keys()
        if not times:
            continue
        values = [b[time] for time in times]
        size = max(max(values) - min(values), 1e-5 * max(map(abs, values)), 1e-9)
        gaps = sorted(abs(a[time] - b[time]) / size for time in times)
        worst = max(worst, gaps[min(len(gaps) - 1, int((1 - LEFT_OUT) * len(gaps)))])
    return worst


def number_text(value):
    return "" if value is None else f"{value:.0e}" if value else "0"


def measure(model, program, reference, version):
    wanted = reference.rows[model]
    start, stop, tolerance = (float(wanted[name] or default) for name, default in (("start", 0), ("stop", 1), ("tolerance", 1e-6)))
    trajectory = reference.trajectory(model)
    names = reference.rule.reference(trajectory)[0]
    line = {"model": model, "me": "", "me_off": "", "cs": "", "cs_off": ""}
    with tempfile.TemporaryDirectory(prefix="mica-fmus") as folder:
        fmu, own = os.path.join(folder, "x.fmu"), os.path.join(folder, "own.csv")
        times = ("--start-time", repr(start), "--stop-time", repr(stop), "--tolerance", repr(tolerance))
        call = program.call("fmu", "export", model, "-o", fmu, "--fmi", version, "--quiet", *times)
        line |= {"export": "done" if call.ended == "done" else call.cause or call.ended, "seconds": coarse(call.seconds)}
        if call.ended != "done":
            return line | {"kilobytes": ""}
        line["kilobytes"] = f"{float(f'{os.path.getsize(fmu) / 1024:.2g}'):.0f}"
        native = program.call("simulate", model, "-o", own, "--intervals", str(INTERVALS), "--parameters", "--quiet", *times)
        ours = read(own, names) if native.ended == "done" else {}
        for kind in KINDS:
            result = os.path.join(folder, kind + ".csv")
            done = subprocess.run([sys.executable, "-B", os.path.abspath(__file__), "--inside", kind, fmu, repr(start), repr(stop), repr(tolerance), result, *names],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=folder, preexec_fn=limited)
            if done.returncode:
                last = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or [""]
                line[kind] = "timeout" if done.returncode == -24 else f"signal {-done.returncode}" if done.returncode < 0 else last[0].replace(",", ";")[:120]
                continue
            theirs = read(result, names)
            verdict, why = reference.rule.judge(result, trajectory)
            line[kind] = models.yes(verdict == "verified")
            if verdict != "verified":
                line["reason"] = f"{kind}: {why[0]}".replace(",", ";")
            off = distance(theirs, ours)
            line[kind + "_off"] = number_text(off if math.isfinite(off) else None)
    return line


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mica", type=os.path.abspath, default=os.environ.get("MICA", os.path.join(ROOT, "mica")))
    parser.add_argument("--reference", default=os.environ.get("MICA_REFERENCE", os.path.join(ROOT, "..", "shared", "reference")))
    parser.add_argument("--only", metavar="REGEX", default="")
    parser.add_argument("--step", type=int, default=1, metavar="N", help="every Nth model")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--fmi", choices=("2", "3"), default="3")
    parser.add_argument("--update", action="store_true", help="write the lines to fmus.csv")
    return parser.parse_args()


def main():
    options = parse()
    if not os.path.isdir(options.reference):
        print(f"the reference {options.reference} is not there")
        return 77
    reference = models.Reference(options.reference)
    verified = [name for name, line in models.open_ledger().lines.items() if line["verified"] == "yes" and re.search(options.only, name)]
    program = Program(options.mica, LIMIT)
    ledger = os.path.join(HERE, "fmus.csv")
    lines = {}
    if os.path.exists(ledger):
        with open(ledger, newline="") as file:
            lines = {row["model"]: row for row in csv.DictReader(file)}
    count = agree = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for line in pool.map(lambda name: measure(name, program, reference, options.fmi), verified[::options.step]):
            before = lines.get(line["model"], {})
            line["reason"] = "" if line["me"] == line["cs"] == "yes" else before.get("reason") or line.get("reason", "")
            lines[line["model"]] = line
            count += 2
            agree += (line["me"] == "yes") + (line["cs"] == "yes")
            if not line["me"] == line["cs"] == "yes":
                print(*(f"{name} {line[name]}" for name in COLUMNS if line.get(name)), sep=" | ", flush=True)
    if options.update:
        with open(ledger, "w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
            writer.writeheader()
            writer.writerows(row for _, row in sorted(lines.items()))
    print(f"{agree} of {count} runs ({100 * agree / max(count, 1):.1f} %) agree with the reference")
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        kind, fmu, start, stop, tolerance, result = sys.argv[2:8]
        sys.exit(run_inside(fmu, kind, float(start), float(stop), float(tolerance), result, sys.argv[8:]))
    sys.exit(main())
