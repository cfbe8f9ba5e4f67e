#!/usr/bin/env python3
"""Functions of the Standard Library as functions: random arguments, at translation and at run time, against NumPy, SciPy and CoolProp.

    run.py --mica PROGRAM [--seed N] [--rounds N] [--only REGEX]

Requires Modelica on MODELICAPATH and the packages of tests/requirements.txt; skips (77) without them.
"""
import argparse
import csv
import os
import re
import subprocess
import sys
import tempfile

SKIPPED = 77
try:
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}", file=sys.stderr)
    sys.exit(SKIPPED)
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "library"))

import case as cases
import complex_math
import distributions
import matrices
import media
import scalars
import strings
from classes import find_library

LIMIT = 60  # seconds a model


def simulate(mica, text, folder):
    """{name: number} of the last row, or the first lines of what Mica said."""
    path, result = os.path.join(folder, "M.mo"), os.path.join(folder, "result.csv")
    with open(path, "w") as file:
        file.write(text)
    try:
        run = subprocess.run([mica, "simulate", path, "-o", result, "--stop-time", "1", "--intervals", "1", "--parameters", "--quiet"],
                             capture_output=True, text=True, timeout=LIMIT, cwd=folder)
    except subprocess.TimeoutExpired:
        return f"no end in {LIMIT} s"
    if run.returncode:
        return f"exit code {run.returncode}: " + "\n    ".join([line for line in run.stderr.splitlines() if "error" in line][:2])
    with open(result, newline="") as file:
        rows = list(csv.reader(file))
    return {name.replace(" ", ""): float(cell) for name, cell in zip(rows[0], rows[-1])}


def gather(values, name, shape):
    """The array `name` of a row."""
    if not shape:
        return numpy.array(values[name])
    array = numpy.empty(shape)
    for index in numpy.ndindex(*shape):
        array[index] = values[f"{name}[{','.join(str(k + 1) for k in index)}]"]
    return array


def judge(mica, case, generator, folder):
    """None where both answers agree with the reference, else what is wrong."""
    arguments = case.arguments(generator)
    answer = numpy.asarray(case.reference(*arguments), dtype=float)
    values = simulate(mica, cases.model_text(case, arguments, answer), folder)
    if isinstance(values, str):
        return values
    for name in ("atTranslation", "atRunTime"):
        got = gather(values, name, answer.shape)
        size = numpy.max(numpy.abs(answer)) if answer.size else 0.0
        error = numpy.max(numpy.abs(got - answer)) if answer.size else 0.0
        if not error <= case.tolerance * (size or 1.0):
            return f"{name} differs by {error:.3g} beside {size:.3g}; arguments {arguments}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mica", required=True, type=os.path.abspath)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1, help="random arguments for each function")
    parser.add_argument("--only", default="", metavar="REGEX")
    options = parser.parse_args()
    if not find_library("Modelica"):
        print("skipped: Modelica is not on MODELICAPATH", file=sys.stderr)
        return SKIPPED
    chosen = [case for module in (scalars, matrices, complex_math, distributions, strings, media) for case in module.CASES if re.search(options.only, case.name)]
    failed = 0
    with tempfile.TemporaryDirectory(prefix="mica-functions") as folder:
        for number, case in enumerate(chosen):
            for turn in range(options.rounds):
                wrong = judge(options.mica, case, numpy.random.default_rng([options.seed, turn, number]), folder)
                if wrong:
                    failed += 1
                    print(f"{case.name}: {wrong}")
                    break
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
