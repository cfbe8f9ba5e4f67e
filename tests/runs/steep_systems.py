#!/usr/bin/env python3
"""Solutions of nonlinear systems satisfy their equations: steep_systems.py MICA

Random loops of a valve and its controller. The slope of the system changes by many orders of magnitude where the valve closes, and has a kink
where the controller reaches its limit: for the slope on one side any residual on the other is small. Each row of the result is put into the
equation again, here and not by Mica.
"""
import csv
import math
import random
import subprocess
import sys
import tempfile
from pathlib import Path

MICA = sys.argv[1]
LOOPS = 12
METHODS = ("cvode", "ida", "dopri45", "esdirk5", "trbdf2", "inline-rk3")
ALLOWED = 1e-5  # of the pressure: of a thousand steps none may be further off

MODEL = """model Loops
  function law
    input Real x, exponent;
    output Real y;
  algorithm
    y := sign(x)*abs(x)^exponent;
    annotation (Inline = false);
  end law;
  model Loop
    parameter Real gain, speed, decades, pressure, exponent, slope;
    Real wanted = 0.05 + slope*time;
    Real m(start = 0.05), y, k;
    Real x(start = 0, fixed = true);
  equation
    y = min(1, max(0, gain*(wanted - m) + x));
    der(x) = speed*(wanted - m);
    k = 0.3*10^(-decades*(1 - y));
    pressure = law(m/k, exponent);
  end Loop;
%s
end Loops;
"""


def loop(number, chance):
    given = dict(gain=chance.choice((3, 10, 30)), speed=chance.choice((30, 300, 3000)), decades=chance.uniform(2, 6), pressure=chance.uniform(5, 50),
                 exponent=chance.choice((1.5, 2, 3)), slope=chance.uniform(0.1, 1))
    return given, f"  Loop l{number}({', '.join(f'{name} = {value!r}' for name, value in given.items())});"


def main():
    chance = random.Random(20)
    loops = [loop(number, chance) for number in range(LOOPS)]
    problems, rows = [], 0
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, "Loops.mo")
        path.write_text(MODEL % "\n".join(line for _, line in loops))
        for method in METHODS:
            result = Path(scratch, "result.csv")
            step = ["--step", "0.001", "--intervals", "1000"] if method.startswith("inline") else ["--intervals", "1000"]
            call = subprocess.run([MICA, "simulate", str(path), "--method", method, "-o", str(result), "--quiet", "--variables", r"l\d+\.(m|k)", *step],
                                  capture_output=True, text=True, timeout=120)
            if call.returncode:
                problems.append(f"{method}: {call.stderr.strip()[:400]}")
                continue
            with open(result, newline="") as file:
                for row in csv.DictReader(file):
                    rows += 1
                    for number, (given, _) in enumerate(loops):
                        m, k = float(row[f"l{number}.m"]), float(row[f"l{number}.k"])
                        off = abs(math.copysign(abs(m / k) ** given["exponent"], m) / given["pressure"] - 1)
                        if not off <= ALLOWED:
                            problems.append(f"{method}, time {row['time']}, loop {number} {given}: the equation is off by {off:.2g} of its terms")
    print("\n".join(problems[:10]))
    print(f"{rows} rows of {LOOPS} loops, {len(problems)} problems")
    return 1 if problems or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
