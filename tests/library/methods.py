#!/usr/bin/env python3
"""All variable-step methods against each other.

    MODELICAPATH=… tests/library/methods.py --models Modelica.Blocks.Examples.PID_Controller …
    MODELICAPATH=… tests/library/methods.py --sample 60 --seed 1 --most-seconds 1 -o tests/library/methods.csv

Every model is run by every method at its own tolerance (or --tolerance) and at a tenth of it. Distances are between states, in units of the state's range
over the run, at a common output grid; 2 % of the points are left out, since an event that moves by a rounding moves a whole branch. Columns:

    self       distance of the method from itself at a tenth of the tolerance: what the tolerance explains
    others     distance of the method from the median of all methods, all at a tenth of the tolerance
    verdict    differs: `others` is beyond what `self` of it and of all methods explain; coarse: `self` itself is large; alone: no other method ran; else the way
               it ended
    reason     by hand, kept from the file before

A method that differs is wrong, or all others are: `differs` and `coarse` need a reason."""
import argparse
import csv
import os
import random
import re
import statistics
import sys
import tempfile

from program import Program

HERE = os.path.dirname(os.path.abspath(__file__))
METHODS = ("cvode", "ida", "dopri45", "esdirk5", "sdirk4", "trbdf2", "inline-sdirk4")
COLUMNS = ("model", "method", "states", "steps", "events", "self", "others", "verdict", "reason")
LEFT_OUT = 0.02   # of the points
# A distance from the median counts beyond so many of its self-distance and the median self-distance; below FLOOR of a state's range nothing does.
EXPLAINED = 2.0
FLOOR = 1e-3
COARSE = 0.01  # of a state's range: so far from itself, the method does not keep what its tolerance promises
MOST_STATES = 60


def states_of(program, model):
    call = program.call("show", "blocks", model)
    found = re.search(r"^states\n((?:  .*\n)+)", call.output, re.M)
    # '3 of a, b, c, d' of a set whose states are chosen while running: these change places, and are no longer what is integrated.
    lines = [line for line in found[1].splitlines() if not re.match(r"\s*\d+ of ", line)] if found else []
    return [name.strip() for line in lines for name in re.split(r", (?![^\[]*\])", line)]


def read(path, names):
    with open(path, newline="") as file:
        reader = csv.reader(file)
        head = next(reader)
        places = [head.index(name) for name in names if name in head]
        rows = {}
        for row in reader:
            rows[float(row[0])] = [float(row[place]) for place in places]  # of several at one time, the last
    return rows


def distance(one, other, scale):
    """The worst state; of each the value that all but LEFT_OUT of the points stay below."""
    times = sorted(set(one) & set(other))
    worst = 0.0
    for place, size in enumerate(scale):
        gaps = sorted(abs(one[t][place] - other[t][place]) / size for t in times)
        if gaps:
            worst = max(worst, gaps[min(len(gaps) - 1, int((1 - LEFT_OUT) * len(gaps)))])
    return worst


class Comparison:
    def __init__(self, program, model, tolerance, intervals):
        self.program, self.model, self.tolerance, self.intervals = program, model, tolerance, intervals

    def simulate(self, method, tolerance, names, folder):
        path = os.path.join(folder, "result.csv")
        pattern = "|".join(re.escape(name) for name in names)
        call = self.program.call("simulate", self.model, "--method", method, "--tolerance", repr(tolerance), "--intervals", str(self.intervals),
                                 "--variables", pattern, "-o", path, "--quiet")
        if call.ended != "done":
            return None, None, call.cause
        numbers = call.statistics or {}
        run = numbers.get("solver", {})
        counts = (run.get("steps", ""), run.get("state_events", 0) + run.get("time_events", 0) if "state_events" in run else "")
        return read(path, names), counts, ""

    def lines(self):
        names = states_of(self.program, self.model)[:MOST_STATES]
        if not names:
            return []
        with tempfile.TemporaryDirectory() as folder:
            ran, ends = {}, {}
            for method in METHODS:
                loose, counts, why = self.simulate(method, self.tolerance, names, folder)
                tight, _, why_tight = self.simulate(method, self.tolerance / 10, names, folder) if loose else (None, None, why)
                ends[method] = (counts or ("", ""), why or why_tight)
                if tight:
                    ran[method] = (loose, tight)
        return self.judge(names, ran, ends)

    def judge(self, names, ran, ends):
        names = names[:min((len(row) for _, tight in ran.values() for row in tight.values()), default=0)]
        times = set.intersection(*(set(tight) for _, tight in ran.values())) if ran else set()
        median = {t: [statistics.median(tight[t][i] for _, tight in ran.values()) for i in range(len(names))] for t in times}
        scale = []
        for i in range(len(names)):
            values = [row[i] for row in median.values()] or [0.0]
            size = max(values) - min(values)
            # Local errors of tolerance*(|x| + nominal) are allowed, where the nominal value is mostly 1: they explain FLOOR of this.
            scale.append(max(size, self.tolerance / FLOOR * (1 + max(map(abs, values)))))
        own = {method: distance(*both, scale) for method, both in ran.items()}
        typical = statistics.median(own.values()) if own else 0
        for method in METHODS:
            (steps, events), why = ends[method]
            if method not in ran:
                yield (self.model, method, len(names), steps, events, "", "", why)
                continue
            others = distance(ran[method][1], median, scale)
            verdict = "alone" if len(ran) == 1 else "agrees"
            # At a tenth of the tolerance a method is as far from the truth as its self-distance is, at the most.
            if len(ran) > 1 and others > FLOOR and others > EXPLAINED * (own[method] + typical):
                verdict = "differs"
            elif own[method] > COARSE:
                verdict = "coarse"
            yield (self.model, method, len(names), steps, events, f"{own[method]:.1e}", f"{others:.1e}", verdict)


def sample(count, seed, most_seconds):
    with open(os.path.join(HERE, "models.csv"), newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["stage"] == "simulate" and int(row["states"] or 0) > 0
                and float(row["run_seconds"] or 1e9) <= most_seconds]
    return sorted(row["model"] for row in random.Random(seed).sample(rows, min(count, len(rows))))


def reasons(path):
    if not path or not os.path.exists(path):
        return {}
    with open(path, newline="") as file:
        return {(row["model"], row["method"]): row["reason"] for row in csv.DictReader(file)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mica", default=os.path.join(HERE, "..", "..", "mica"))
    parser.add_argument("--models", nargs="*", default=[])
    parser.add_argument("--sample", type=int, default=0, help="so many models of the ledger, at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most-seconds", type=float, default=1.0, help="leave out models that run longer, by the ledger")
    parser.add_argument("--tolerance", type=float, default=1e-6)
    parser.add_argument("--intervals", type=int, default=500)
    parser.add_argument("--limit", type=int, default=20, help="processor seconds of a run")
    parser.add_argument("--quiet", dest="verbose", action="store_false", help="only the last line")
    parser.add_argument("-o", "--output", help="table; its reasons are kept")
    arguments = parser.parse_args()
    program = Program(os.path.abspath(arguments.mica), arguments.limit)
    known = reasons(arguments.output)
    models = arguments.models or sample(arguments.sample, arguments.seed, arguments.most_seconds)
    lines, differing = [], 0
    for model in models:
        for line in Comparison(program, model, arguments.tolerance, arguments.intervals).lines():
            lines.append((*line, known.get(line[:2], "")))
            if line[7] != "agrees" and arguments.verbose:
                print(*line, flush=True)
            differing += line[7] == "differs"
    if arguments.output:
        with open(arguments.output, "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(COLUMNS)
            writer.writerows(lines)
    print(f"{len(models)} models, {differing} runs differ")
    sys.exit(1 if any(line[7] in ("differs", "coarse") and not line[8] for line in lines) else 0)


if __name__ == "__main__":
    main()
