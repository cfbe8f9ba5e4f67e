#!/usr/bin/env python3
"""How much verdicts depend on thresholds: varies each by a factor of 3 up and down over a sample of models, and lists every verdict that changes.

    bench/sensitivity.py build     # a program that reads thresholds from the environment: build/varied/mica
    bench/sensitivity.py choose    # bench/sensitivity/models.txt, from the models of the reference that run fast
    bench/sensitivity.py run       # bench/sensitivity/thresholds.csv; --only REGEX, --limit N models a threshold, --jobs N

Libraries are those on MODELICAPATH, the reference is that of tests/library. bench/README.md says what came out."""
import argparse
import bisect
import concurrent.futures
import csv
import hashlib
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(ROOT, "tests", "library"), HERE]
import models  # noqa: E402
import thresholds  # noqa: E402

FACTOR = 3
FAST = 0.3  # seconds of a run in the ledger: many fast models say more than a few slow ones
NEAR = 3  # models this near to the limit of the judge are in the sample
SAMPLE = 150
SECONDS = 20  # of processor time for one run
COLUMNS = ("threshold", "value", "file", "varied", "runs", "other_bits", "changed")
MODELS = os.path.join(HERE, "sensitivity", "models.txt")
TABLE = os.path.join(HERE, "sensitivity", "thresholds.csv")
PROGRAM = os.path.join(ROOT, "build", "varied", "build", "release", "src", "cli", "mica")


def build():
    # The same places relative to each other as in a build of the repository, for the compiler cache.
    source = thresholds.write_varied(ROOT, os.path.join(ROOT, "build", "varied"))
    folder = os.path.join(source, "build", "release")
    subprocess.run(["cmake", "-S", source, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", folder, "-j", os.environ.get("MICA_JOBS", "2"), "mica"], check=True)


def factors(value):
    """What a threshold is multiplied by. A share of a whole stays one: above a third, up is a third of its distance from 1."""
    number = 1.0 if "::" in value else float(eval(value, {"__builtins__": {}}))
    return {"up": (1 - (1 - number) / FACTOR) / number if 1 / FACTOR < number < 1 else FACTOR, "down": 1 / FACTOR}


class Runner:
    def __init__(self, mica, reference, folder):
        self.mica, self.reference, self.folder = mica, reference, folder

    def run(self, model, variation=None, note=None, fresh=True, known=None, judge=None):
        """(verdict, digest of the result). `known`: a verdict and the digest that has it. `judge`: another rule than that of the reference."""
        wanted, trajectory = self.reference.rows[model], self.reference.trajectory(model)
        experiment = [word for option, name in (("--start-time", "start"), ("--stop-time", "stop"), ("--tolerance", "tolerance")) if wanted[name] for word in (option, wanted[name])]
        environment = dict(os.environ, HOME=self.folder, XDG_CACHE_HOME=os.path.join(self.folder, "cache"), OPENBLAS_NUM_THREADS="1")
        environment |= {name: value for name, value in (("MICA_VARY", variation), ("MICA_VARY_NOTE", note)) if value}
        with open(trajectory) as file:
            pattern = "|".join(re.escape(name.replace(" ", "")) for name in next(csv.reader(file))[1:])
        with tempfile.TemporaryDirectory(dir=self.folder) as scratch:
            result = os.path.join(scratch, "result.csv")
            call = ["prlimit", f"--cpu={SECONDS}", self.mica, "simulate", model, "-o", result, "--intervals", models.INTERVALS, "--parameters", "--quiet",
                    "--variables", f"^({pattern})$", *(["--fresh"] if fresh else []), *experiment]
            process = subprocess.run(call, env=environment, capture_output=True, text=True, cwd=scratch)
            if process.returncode != 0:
                error = re.search(r"error (E\d+)", process.stderr)
                return error[1] if error else f"exit {process.returncode}", ""
            digest = hashlib.sha256(open(result, "rb").read()).hexdigest()
            if known and digest == known[1]:
                return known
            return (judge or self.reference.rule.judge)(result, trajectory)[0], digest

    def margin(self, model):
        """How far the result is from the edge of the tube, at the share of points that the judge allows outside of it, the worst signal: 1 is its limit. None: it does not run."""
        found = self.run(model, judge=lambda result, trajectory: (margin(self.reference.rule, result, trajectory),))[0]
        return found if isinstance(found, float) else None


def margin(rule, result, trajectory):
    names, times, cells = rule.reference(trajectory)
    reader = csv.reader(open(result, newline=""))
    column = {head.strip().strip('"').replace(" ", ""): i for i, head in enumerate(next(reader))}
    rows = [row for row in reader if row]
    t, span, worst = [float(row[0]) for row in rows], times[-1] - times[0], 0.0
    for j, name in enumerate(names):
        if name.replace(" ", "") not in column:
            continue
        y = [rule.number(row[column[name.replace(" ", "")]]) for row in rows]
        low, high = min(c[j][0] for c in cells), max(c[j][1] for c in cells)
        tolerance = 2e-3 * (high - low) + 1e-5 * max(abs(low), abs(high)) + 1e-9
        off = []
        for x, cell in zip(times, cells):
            a, b = bisect.bisect_left(t, x - 1e-6 * span), bisect.bisect_right(t, x + 1e-6 * span)
            k = min(max(bisect.bisect_right(t, x), 1), len(t) - 1)
            weight = (x - t[k - 1]) / (t[k] - t[k - 1]) if t[k] > t[k - 1] else 1.0
            seen = y[a:b] + [y[k - 1] + min(max(weight, 0.0), 1.0) * (y[k] - y[k - 1])]
            off.append(max(0.0, cell[j][0] - max(seen), min(seen) - cell[j][1]) / tolerance)
        off.sort()
        worst = max(worst, off[len(off) - 1 - int(0.01 * len(off))])
    return worst


def choose(options, runner):
    """Fast models whose trajectories are judged: all that are near the limit, and others spread evenly over the list."""
    ledger = list(csv.DictReader(open(os.path.join(ROOT, "tests", "library", "models.csv"))))
    fast = [row["model"] for row in ledger if row["verified"] and row["stage"] == "simulate" and float(row["run_seconds"] or 9) <= FAST]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        margins = dict(zip(fast, pool.map(runner.margin, fast)))
    near = [model for model in fast if margins[model] is not None and 1 / NEAR <= margins[model] <= NEAR]
    others = [model for model in fast if margins[model] is not None and model not in near]
    count = max(0, SAMPLE - len(near))
    picked = set(near) | {others[i * len(others) // count] for i in range(count)}
    with open(options.models, "w") as file:
        file.write(f"# The sample of bench/sensitivity.py: of {len(fast)} models that run in {FAST} s all that are within a factor of {NEAR} of the judge's limit, marked, and others of each package.\n")
        file.writelines(f"{model}{'  # near: %.2g' % margins[model] if model in near else ''}\n" for model in fast if model in picked)
    print(f"{len(picked)} of {len(fast)} models, {len(near)} of them near the limit")


def run(options, runner):
    names = [line.split("#")[0].strip() for line in open(options.models) if line.split("#")[0].strip()]
    plain, read = {}, {}
    note = lambda model: os.path.join(runner.folder, model + ".read")

    def first(model):
        plain[model] = runner.run(model, note=note(model))
        return model
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(first, names))
        read = {model: set(open(note(model)).read().split()) if os.path.exists(note(model)) else set() for model in names}
        all_thresholds = [each for each in thresholds.find(ROOT) if re.search(options.only or "", each.key) and "/fmu/" not in each.file]
        written = {}
        if os.path.exists(options.table):
            written = {(row["threshold"], row["varied"]): row for row in csv.DictReader(open(options.table))}
        for number, threshold in enumerate(all_thresholds, 1):
            # What does not change the translated model is varied over the kept translation.
            fresh = "src/structure" in threshold.file
            chosen = [model for model in names if threshold.key in read[model]]
            if options.limit and len(chosen) > options.limit:
                chosen = [chosen[i * len(chosen) // options.limit] for i in range(options.limit)]
            for direction, factor in factors(threshold.value).items():
                results = dict(zip(chosen, pool.map(lambda model: runner.run(model, f"{threshold.key}={factor!r}", fresh=fresh, known=plain[model]), chosen)))
                changed = [f"{model}: {plain[model][0]} to {got[0]}" for model, got in results.items() if got[0] != plain[model][0]]
                others = sum(got[1] != plain[model][1] for model, got in results.items())
                written[threshold.key, direction] = dict(zip(COLUMNS, (threshold.key, threshold.value, threshold.file, direction, len(chosen), others, "; ".join(changed))))
                print(f"{number} of {len(all_thresholds)}: {threshold.key} {direction}: {len(chosen)} runs, {others} with other bits, {len(changed)} verdicts changed", flush=True)
                for line in changed:
                    print(f"    {line}", flush=True)
            write(options.table, written)


def write(path, rows):
    present = {each.key for each in thresholds.find(ROOT)}
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(row for key, row in sorted(rows.items()) if key[0] in present)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("build", "choose", "run", "list"))
    parser.add_argument("--mica", default=PROGRAM)
    parser.add_argument("--reference", default=os.environ.get("MICA_REFERENCE", os.path.join(ROOT, "..", "shared", "reference")))
    parser.add_argument("--models", default=MODELS)
    parser.add_argument("--table", default=TABLE)
    parser.add_argument("--only", metavar="REGEX", help="thresholds with this in their names")
    parser.add_argument("--limit", type=int, help="models of each threshold, at most")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    if options.what == "build":
        return build()
    if options.what == "list":
        for each in thresholds.find(ROOT):
            print(each.key, each.value, f"{each.file}:{each.line}", sep="\t")
        return None
    with tempfile.TemporaryDirectory(prefix="mica-sensitivity") as folder:
        runner = Runner(os.path.abspath(options.mica), models.Reference(options.reference), folder)
        return choose(options, runner) if options.what == "choose" else run(options, runner)


if __name__ == "__main__":
    main()
