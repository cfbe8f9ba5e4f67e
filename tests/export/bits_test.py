"""An exported program computes the same bits as `mica simulate`: bits_test.py MICA [--all] [REGEX]

Every model of tests/language is run in process with an inlined method, a row at the end of each step and general code (`--modes off`), and as the program that
`mica export` writes. Each of its variables must have the same 64 bits after each step. A model that neither way can run, or that export refuses, does not count; the
numbers of these are printed. One method a model, which its name decides; with --all every method.
"""
import csv
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODELS = HERE.parent / "language"
METHODS = ["inline-euler", "inline-implicit-euler", "inline-rk2", "inline-rk3", "inline-rk4"]
# A power of two: the ends of steps and the points of the output are then the same numbers.
STEP, STEPS = 2.0 ** -6, 96
FLAGS = ["-std=c99", "-O2", "-ffp-contract=off", "-I."]
# Models whose ends may differ, with the reason.
GRANTED = {
    "functions/outside_domain": "a variable that the program does not offer becomes NaN, which ends the run in process",
}


class Bits:
    def __init__(self, mica, shelf):
        self.mica, self.shelf = mica, shelf
        self.environment = {key: value for key, value in os.environ.items() if key != "MODELICAPATH"}

    def call(self, folder, *arguments):
        return subprocess.run([self.mica, *map(str, arguments)], cwd=folder, env=self.environment, capture_output=True, text=True, timeout=200)

    def compile_runtime(self):
        """The runtime is the same for all models."""
        out = self.shelf / "runtime"
        done = self.call(self.shelf, "export", "Mica.Examples.Rossler", "--step", "0.01", "-o", out)
        assert done.returncode == 0, done.stderr
        self.objects = []
        for source in sorted((out / "kernels").glob("*.c")):
            target = self.shelf / (source.stem + ".o")
            subprocess.run(["cc", *FLAGS, "-c", source, "-o", target], cwd=out, check=True)
            self.objects.append(target)

    def rows(self, text):
        table = list(csv.reader(text.splitlines()))
        return table[0], table[1:]

    def compare(self, path, method):
        """'same', 'refused', 'fails', or what differs."""
        stop = STEP * STEPS
        common = ["--method", method, "--step", STEP, "--stop-time", stop]
        with tempfile.TemporaryDirectory(dir=self.shelf) as scratch:
            folder = Path(scratch)
            exported = self.call(folder, "export", path, *common, "-o", "out")
            if exported.returncode != 0:
                return "refused" if "E9050" in exported.stderr else "fails"
            inside = self.call(folder, "simulate", path, *common, "--interval", STEP, "--modes", "off", "--quiet", "-o", "m.csv")
            out = folder / "out"
            own = [name.name for name in out.glob("*.c")]
            built = subprocess.run(["cc", *FLAGS, *own, *self.objects, "-lm", "-o", "program"], cwd=out, capture_output=True, text=True)
            if built.returncode != 0:
                return "does not compile: " + built.stderr[:300]
            done = subprocess.run([out / "program", str(stop)], capture_output=True, text=True, timeout=100)
            if inside.returncode != 0:
                return "fails" if done.returncode != 0 else f"fails in process alone: {inside.stderr[:200]}"
            if done.returncode != 0:
                return f"fails alone: {done.stderr[:200]}"
            return self.difference(done.stdout, (folder / "m.csv").read_text())

    def difference(self, program, inside):
        names, rows = self.rows(program)
        expected_names, expected = self.rows(inside)
        last = {float(row[0]): row for row in expected}  # of several rows at an event, the one after it
        for row in rows:
            if float(row[0]) > STEP * STEPS:
                continue  # an event that only rounding keeps apart from the end
            if float(row[0]) not in last:
                return f"time {row[0]} is not in the result of mica simulate"
            for name, value in zip(names, row):
                if name not in expected_names:
                    continue
                other = last[float(row[0])][expected_names.index(name)]
                if struct.pack("d", float(value)) != struct.pack("d", number(other)) and not float(value) == number(other) == 0:
                    return f"{name} at {row[0]}: {value}, in process {other}"
        if len(rows) < 2:
            return "no rows"
        return "same"


def number(text):
    return {"true": 1.0, "false": 0.0}.get(text) if text in ("true", "false") else float(text)


def main():
    arguments = sys.argv[1:]
    mica = os.path.abspath(arguments.pop(0))
    every = "--all" in arguments
    pattern = re.compile(next((a for a in arguments if a != "--all"), ""))
    if not shutil.which("cc"):
        print("no C compiler")
        return 77
    with tempfile.TemporaryDirectory() as shelf:
        bits = Bits(mica, Path(shelf))
        bits.compile_runtime()
        cases = []
        for path in sorted(MODELS.rglob("*.mo")):
            name = str(path.relative_to(MODELS))[:-3]
            if pattern.search(name):
                cases += [(path, name, method) for k, method in enumerate(METHODS) if every or zlib.crc32(name.encode()) % len(METHODS) == k]
        with ThreadPoolExecutor(2) as pool:
            ends = list(pool.map(lambda case: bits.compare(case[0], case[2]), cases))
    wrong = [f"{name} by {method}: {end}" for (_, name, method), end in zip(cases, ends) if end not in ("same", "refused", "fails") and name not in GRANTED]
    print("\n".join(wrong))
    print(f"{ends.count('same')} the same, {len(wrong)} not, {ends.count('refused')} refused, {ends.count('fails')} not run by this method")
    refused = [name for (_, name, _), end in zip(cases, ends) if end == "refused"]
    if refused:
        print("refused: " + ", ".join(refused))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
