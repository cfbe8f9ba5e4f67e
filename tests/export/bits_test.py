"""An exported program computes the same bits as `mica simulate`: bits_test.py MICA [--sample | --all] [REGEX]

Every model of tests/language and tests/models is run in process with an inlined method, a row at the end of each step and general code (`--modes off`), and as the
program that `mica export` writes. Each of its variables must have the same 64 bits after each step; and likewise where the program goes on from a saved state in another
instance again and again (restored_run.c). A model that neither way can run, or that export refuses, does not count; the numbers of these are printed. One method a model, which
its name decides; with --all every method; with --sample a share of the models, also by their names.
"""
import csv
import math
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import tomllib
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODELS = HERE.parent / "language"
CASES = HERE.parent / "models"
METHODS = ["inline-euler", "inline-implicit-euler", "inline-rk2", "inline-rk3", "inline-rk4", "inline-ros2", "inline-ros3", "inline-mixed"]
# A power of two: the ends of steps and the points of the output are then the same numbers.
STEP, STEPS = 2.0 ** -6, 96
# Steps in an output interval of a case of tests/models, at least.
STEPS_OF_INTERVAL = 4
# One model of so many is in the sample.
SAMPLE = 4
FLAGS = ["-std=c99", "-O2", "-ffp-contract=off", "-I."]
# Models whose ends may differ, with the reason.
GRANTED = {
    "functions/outside_domain": "a variable that the program does not offer becomes NaN, which ends the run in process",
    "models/power_quality_harmonics": "the same, where the method is not stable at this step",
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
        for source in sorted((out / "runtime").rglob("*.c")):
            target = self.shelf / (source.stem + ".o")
            subprocess.run(["cc", *FLAGS, "-c", source, "-o", target], cwd=out, check=True)
            self.objects.append(target)

    def rows(self, text):
        table = list(csv.reader(text.splitlines()))
        return table[0], table[1:]

    def compare(self, model, step, method):
        """'same', 'refused', 'fails', or what differs."""
        stop = step * STEPS
        common = ["--method", method, "--step", step, "--stop-time", stop]
        with tempfile.TemporaryDirectory(dir=self.shelf) as scratch:
            folder = Path(scratch)
            exported = self.call(folder, "export", model, *common, "-o", "out")
            if exported.returncode != 0:
                return "refused" if "E9050" in exported.stderr or "E9052" in exported.stderr else "fails"
            inside = self.call(folder, "simulate", model, *common, "--interval", step, "--modes", "off", "--quiet", "-o", "m.csv")
            out = folder / "out"
            [name] = [each.stem for each in out.glob("*.c") if each.name != "main.c"]
            moved = [f"-DMODEL={name}", f'-DHEADER="{name}.h"', str(HERE / "restored_run.c")]
            flags, foreign, libraries = foreign_code((out / "Makefile").read_text())
            parts = [f"{name}.o", *self.objects, *foreign, *libraries, "-lm"]
            for words in (["-c", f"{name}.c"], ["main.c", *parts, "-o", "program"], [*moved, *parts, "-o", "restored"]):
                built = subprocess.run(["cc", *(flags or FLAGS), *words], cwd=out, capture_output=True, text=True)
                if built.returncode != 0:
                    return "does not compile: " + built.stderr[:300]
            done = subprocess.run([out / "program", str(stop)], capture_output=True, text=True, timeout=100)
            restored = subprocess.run([out / "restored", str(stop)], capture_output=True, text=True, timeout=100)
            if (restored.returncode, restored.stdout) != (done.returncode, done.stdout):
                return f"another run from a saved state: {first_difference(done.stdout, restored.stdout)} {restored.returncode}"
            if inside.returncode != 0:
                return "fails" if done.returncode != 0 else f"fails in process alone: {inside.stderr[:200]}"
            if done.returncode != 0:
                return f"fails alone: {done.stderr[:200]}"
            return self.difference(done.stdout, (folder / "m.csv").read_text(), stop)

    def difference(self, program, inside, stop):
        names, rows = self.rows(program)
        expected_names, expected = self.rows(inside)
        last = {float(row[0]): row for row in expected}  # of several rows at an event, the one after it
        for row in rows:
            if float(row[0]) > stop:
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


def foreign_code(makefile):
    """Of a model that brings C of its own along: flags, sources and libraries."""
    lines = {name: words.split() for name, words in re.findall(r"^(\w+) =(.*)$", makefile, re.MULTILINE)}
    if "FOREIGN_FLAGS" not in lines:
        return [], [], []
    flags = ["-std=gnu99", "-O2", "-ffp-contract=off", "-Werror=implicit-function-declaration", "-I.", *lines["FOREIGN_FLAGS"]]
    return flags, [each for each in lines["SOURCES"] if each.startswith(("external/", "runtime/foreign/"))], [each for each in lines["LIBRARIES"] if each != "-lm"]


def first_difference(a, b):
    return next((f"{x[:100]}, {y[:100]}" for x, y in zip(a.splitlines(), b.splitlines()) if x != y), "one is shorter")


def models():
    """Names, what to run, and steps."""
    for path in sorted(MODELS.rglob("*.mo")):
        yield str(path.relative_to(MODELS))[:-3], path, STEP
    seen = set()
    for path in sorted(CASES.glob("*.toml")):
        case = tomllib.loads(path.read_text())
        if case["model"] in seen:
            continue
        seen.add(case["model"])
        interval = case.get("interval", STEPS_OF_INTERVAL * STEP)  # a case may leave it to the model
        step = 2.0 ** math.floor(math.log2(interval / STEPS_OF_INTERVAL))
        yield f"models/{path.stem}", CASES / case["model"] if case["model"].endswith(".mo") else case["model"], step


def number(text):
    return {"true": 1.0, "false": 0.0}.get(text) if text in ("true", "false") else float(text)


def main():
    arguments = sys.argv[1:]
    mica = os.path.abspath(arguments.pop(0))
    every, sample = "--all" in arguments, "--sample" in arguments
    pattern = re.compile(next((a for a in arguments if not a.startswith("--")), ""))
    if not shutil.which("cc"):
        print("no C compiler")
        return 77
    with tempfile.TemporaryDirectory() as shelf:
        bits = Bits(mica, Path(shelf))
        bits.compile_runtime()
        cases = []
        for name, model, step in models():
            digest = zlib.crc32(name.encode())
            if pattern.search(name) and not (sample and digest // len(METHODS) % SAMPLE):
                cases += [(model, name, step, method) for k, method in enumerate(METHODS) if every or digest % len(METHODS) == k]
        with ThreadPoolExecutor(2) as pool:
            ends = list(pool.map(lambda case: bits.compare(case[0], case[2], case[3]), cases))
    wrong = [f"{name} by {method}: {end}" for (_, name, _, method), end in zip(cases, ends) if end not in ("same", "refused", "fails") and name not in GRANTED]
    print("\n".join(wrong))
    print(f"{ends.count('same')} the same, {len(wrong)} not, {ends.count('refused')} refused, {ends.count('fails')} not run by this method")
    refused = [name for (_, name, _, _), end in zip(cases, ends) if end == "refused"]
    if refused:
        print("refused: " + ", ".join(refused))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
