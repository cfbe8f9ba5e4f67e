#!/usr/bin/env python3
"""Calls every predefined function and operator with random arguments, by place, by name, too few, too many, of any type, in every context: builtin_calls.py MICA
[--seed N] [--models N]. What comes out is a verdict: no exit code 4, no signal, no hang. The names are those of the table of signatures in the source.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "src/instance/builtin/builtin_table.cpp"
LONGEST = 60  # seconds of one call, on a busy machine

VALUES = ["r", "time", "2.5", "-1", "0", "3", "2147483647", "i", "p", "b", "true", "s", '"text"', "e", "E.b", "v", "{1, 2, 3}", "m", "[1, 2; 3, 4]", "w", "zeros(0)", "fill(1, 0, 3)", "c",
          "Clock(0.1)", "rec", "R(1, 2)", "f", "function f()", "sub", "sub.x", "der(r)", "time > 0.5", "{true, false}", "{E.a, E.b}", '{"a", "b"}', "1:3", "r + v", "nothing", "-v", "not b",
          "if b then r else 2", "sum(v)", "v[1]", "m[1, :]", "{}"]
PLAUSIBLE = ["r", "time", "2.5", "3", "i", "p", "b", "v", "m", "e", "2*r", "{time, 2, 3}", "time > 0.1", "1"]
PLACES = {
    "equation": "  Real y{n} = {call};\n",
    "real": "  Real u{n} = {call};\n  Real y{n} = 2*u{n};\n",
    "boolean": "  Boolean y{n} = {call};\n",
    "array": "  Real y{n}[:] = {call};\n",
    "sum": "  Real y{n} = sum({call});\n",
    "parameter": "  parameter Integer q{n} = {call};\n",
    "index": "  Real z{n} = v[{call}];\n",
    "size": "  Real a{n}[{call}];\n",
    "condition": "  Sub d{n} if {call};\n",
    "function": "  function g{n}\n    input Real r;\n    input Integer i;\n    input Real v[3];\n    output Real y;\n  algorithm\n    y := {call};\n  end g{n};\n  Real k{n} = g{n}(r, i, v);\n",
    "algorithm": "algorithm\n  t := {call};\n",
    "statement": "algorithm\n  {call};\n",
    "when": "algorithm\n  when b then\n    {call};\n  end when;\n",
    "equation alone": "equation\n  {call};\n",
    "when equation": "equation\n  when b then\n    {call};\n  end when;\n",
}
RUN = ["real", "boolean", "array", "function", "sum"]
HEAD = """model Calls
  type E = enumeration(a, b);
  record R
    Real x = 1;
    Real y = 2;
  end R;
  function f
    input Real x = 1;
    output Real y = 2*x;
  algorithm
  end f;
  model Sub
    Real x = 1;
  end Sub;
  Sub sub;
  Real r(start = 1, fixed = true);
  Integer i = if time > 0.5 then 2 else 1;
  parameter Integer p = 2;
  Boolean b = time > 0.2;
  String s = "s";
  E e = E.a;
  Real v[3] = {time, 2, 3};
  Real m[2, 2] = [time, 2; 3, 4];
  Real w[0];
  Clock c = Clock(0.1);
  R rec;
  Real t;
"""


def signatures():
    """Name to the names of its parameters, from the table."""
    found = {}
    text = TABLE.read_text()
    rows = list(re.finditer(r'^    \{"([\w.]+)",\s*"[\d.]+",', text, re.MULTILINE))
    for row, end in zip(rows, [row.start() for row in rows[1:]] + [len(text)]):
        found.setdefault(row[1], set()).update(re.findall(r'(?:Take|One)\("([^"]+)"', text[row.start() : end]))
    return found


def plausible_call(name, parameters, rng):
    """With about as many arguments as it has parameters, of values that often fit: some of these come as far as a run."""
    count = max(0, len(parameters) - rng.choice([0, 0, 0, 1]))
    return f"{name}({', '.join(rng.choice(PLAUSIBLE) for _ in range(count))})"


def call_of(name, parameters, rng):
    count = rng.choice([0, 1, 1, 2, 2, 3, 4, 7])
    arguments = [rng.choice(VALUES) for _ in range(count)]
    names = [p for p in sorted(parameters) if p.isidentifier()] + ["x", "nonsense"]
    for _ in range(rng.choice([0, 0, 1, 2])):
        arguments.append(f"{rng.choice(names)} = {rng.choice(VALUES)}")
    if rng.random() < 0.05:
        arguments = [f"{rng.choice(VALUES)} for k in {rng.choice(['1:3', 'v', 'E', 'k', '1:0'])}"]
    return f"{name}({', '.join(arguments)})"


def model_of(calls):
    text, algorithms = HEAD, ""
    for n, (place, call) in enumerate(calls):
        piece = PLACES[place].format(n=n, call=call)
        if piece.startswith(("algorithm", "equation")):
            algorithms += piece
        else:
            text += piece
    return text + "equation\n  der(r) = -r;\n" + ("" if "t :=" in algorithms else "  t = 1;\n") + algorithms + "end Calls;\n"


def run(mica, arguments, text, folder):
    path = Path(tempfile.mkdtemp(dir=folder), "Calls.mo")
    path.write_text(text)
    try:
        process = subprocess.run([mica, *arguments, str(path)], cwd=path.parent, capture_output=True, timeout=LONGEST,
                                 env={**os.environ, "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache")})
        code, said = process.returncode, process.stderr.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        return "no end", ""
    return (None, said) if code in (0, 1, 2, 3) else (f"exit code {code}", said)


def smallest(mica, arguments, calls, folder):
    """The calls that are enough for the fault, one by one where one is."""
    for call in calls:
        if run(mica, arguments, model_of([call]), folder)[0]:
            return [call]
    return calls


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mica")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--models", type=int, default=40)
    options = parser.parse_args()
    mica = os.path.abspath(options.mica)
    table = signatures()
    if len(table) < 80:
        sys.exit(f"only {len(table)} names were found in {TABLE}")
    rng = random.Random(options.seed)
    names = sorted(table)
    tried = 0
    jobs = []
    for number in range(options.models):
        # Many calls that check reports all together; and one alone, which may come as far as a run.
        if number % 4 == 3:
            name = names[number // 4 % len(names)]
            calls, arguments = [(rng.choice(RUN), plausible_call(name, table[name], rng))], ["simulate", "--quiet", "--stop-time", "0.3", "-o", "r.csv"]
        else:
            chosen = [names[(number * 7 + k * 3) % len(names)] for k in range(60)]
            calls, arguments = [(rng.choice(list(PLACES)), call_of(name, table[name], rng)) for name in chosen], ["check"]
        jobs.append((arguments, calls))
        tried += len(calls)
    failed = False
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(2) as pool:
        folder = Path(scratch)
        for (arguments, calls), (fault, said) in zip(jobs, pool.map(lambda job: run(mica, job[0], model_of(job[1]), folder), jobs)):
            if not fault:
                continue
            failed = True
            print(f"{fault} of mica {arguments[0]}:", *(f"{place}: {call}" for place, call in smallest(mica, arguments, calls, folder)), said[-500:], sep="\n  ")
    print(f"{tried} calls of {len(table)} names in {len(jobs)} models, seed {options.seed}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
