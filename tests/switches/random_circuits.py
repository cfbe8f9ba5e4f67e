#!/usr/bin/env python3
"""Random circuits of ideal diodes, switches, thyristors, sources, resistors, inductors and capacitors against a complementarity solver of its own.

    random_circuits.py MICA [FIRST:LAST] [--bridges] [--methods cvode,inline-implicit-euler] [--keep DIRECTORY] [--verbose]

With --bridges, three-phase bridges of thyristors. Each number is the seed of a circuit. A circuit whose states jump has no reference (implicit Euler does not converge there in the sense of the
tolerance) and is passed over.
"""
import argparse
import csv
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import circuit as circuits

POINTS, STEPS = 100, 2000
SHARE = 5e-3      # of the range of a state: what Mica may differ by, beside the error of the reference


def simulate(mica, path, method, stop, leak):
    out = path[:-3] + ".csv"
    if os.path.exists(out):
        os.remove(out)
    options = ["--method", method] if method != "default" else ["--tolerance", "1e-7"]
    if method.startswith("inline") and method != "inline-sdirk4":
        options += ["--step", repr(stop / 4000)]
    command = [mica, "simulate", path, "--quiet", "--stop-time", repr(stop), "--intervals", str(POINTS), "-o", out] + options
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return None, "timeout"
    if done.returncode != 0:
        return None, "exit %d: %s" % (done.returncode, done.stderr.strip().splitlines()[0] if done.stderr.strip() else "")
    with open(out) as file:
        return list(csv.DictReader(file)), done.stderr


def at(rows, time):
    """The last row at that time."""
    found = None
    for row in rows:
        if float(row["time"]) > time + 1e-9:
            break
        found = row
    return found


def contradiction(rows, circuit, leak):
    """The first row in which a switch is on neither branch of its characteristic."""
    sizes = {}
    for e in circuit.elements:
        if e.kind in circuits.SWITCHES:
            sizes[e.name] = tuple(max(abs(float(r[e.name + x])) for r in rows) for x in (".u", ".i"))
    largest_u, largest_i = (max([s[k] for s in sizes.values()] + [1e-6]) for k in (0, 1))
    eps_u, eps_i = 1e-5 * largest_u + 2 * leak * largest_i, 1e-5 * largest_i + 2 * leak * largest_u
    for row in rows:
        for name, _ in sizes.items():
            u, i = float(row[name + ".u"]), float(row[name + ".i"])
            kind = next(e.kind for e in circuit.elements if e.name == name)
            bad = abs(u) > eps_u and abs(i) > eps_i
            if kind in ("Diode", "Bare"):
                bad = bad or u > eps_u or i < -eps_i
            if kind in ("Thyristor", "GTO"):
                bad = bad or i < -eps_i
            if bad:
                return "%s has u = %g and i = %g at time %s" % (name, u, i, row["time"])
    return None


def check(mica, seed, methods, directory, draw):
    rng = random.Random(seed)
    circuit = draw(rng)
    leak = rng.choice([0.0, 0.0, 1e-6])
    values, errors = circuits.reference(circuit, POINTS, STEPS, leak)
    names = circuit.states()
    columns = list(zip(*values))
    ranges = [max(c) - min(c) for c in columns]
    largest = {kind: max([r for n, r in zip(names, ranges) if n.endswith(kind)] + [1e-2]) for kind in (".i", ".u")}
    scale = [max(r, 0.02 * largest[n[-2:]]) for n, r in zip(names, ranges)]
    if any(e > 0.02 * s for row in errors for e, s in zip(row, scale)):
        return "skipped", "the states jump, or are fast beside the steps of the reference"
    path = os.path.join(directory, "c%d.mo" % seed)
    with open(path, "w") as file:
        file.write(circuit.text(rng, leak))
    for method in methods:
        rows, message = simulate(mica, path, method, circuit.stop, leak)
        if rows is None:
            return "failed", "%s: %s" % (method, message)
        for k, (row, error) in enumerate(zip(values, errors)):
            time = k * circuit.stop / POINTS
            found = at(rows, time)
            # events at ends of steps, first order: another half per cent
            share = SHARE * (1 if method in ("default", "inline-sdirk4") else 4)
            for n, x, e, s in zip(names, row, error, scale):
                if not abs(float(found[n]) - x) <= share * s + 3 * e:
                    return "wrong", "%s: %s = %s at time %g, expected %g +- %g" % (method, n, found[n], time, x, share * s + 3 * e)
        wrong = contradiction(rows, circuit, leak)
        if wrong:
            return "contradiction", "%s: %s" % (method, wrong)
    return "right", ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mica")
    parser.add_argument("seeds", nargs="?", default="1:12")
    parser.add_argument("--methods", default="default")
    parser.add_argument("--bridges", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    first, _, last = args.seeds.partition(":")
    counts = {}
    with tempfile.TemporaryDirectory() as scratch:
        directory = args.keep or scratch
        os.makedirs(directory, exist_ok=True)
        for seed in range(int(first), int(last or first) + 1):
            verdict, text = check(args.mica, seed, args.methods.split(","), directory, circuits.random_bridge if args.bridges else circuits.random_circuit)
            counts[verdict] = counts.get(verdict, 0) + 1
            if verdict not in ("right", "skipped") or args.verbose:
                print("seed %d: %s %s" % (seed, verdict, text), flush=True)
    print(", ".join("%s %d" % item for item in sorted(counts.items())))
    return 1 if any(verdict in counts for verdict in ("failed", "wrong", "contradiction")) else 0


if __name__ == "__main__":
    sys.exit(main())
