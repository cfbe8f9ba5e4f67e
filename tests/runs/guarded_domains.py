"""Tanks that run empty: der(h) = -k*(if h > b then (h - b)^p else 0), 0 < p < 1, which comes to b in finite time and stays.

Points that an integrator tries lie beyond the edge, where the power is not defined. The solution is (h - b)^(1-p) = (h0 - b)^(1-p) - (1-p)*k*t. Random models, the same in every run, by every
method at two tolerances."""
import csv
import os
import random
import subprocess
import sys
import tempfile

METHODS = ("cvode", "ida", "dopri45", "bogacki23", "esdirk5", "sdirk4", "trbdf2")
INTERVALS = 100


def model(generator, name):
    """(text, stop time, the level at a time)"""
    bottom, top, empty = generator.choice((0.0, generator.uniform(-1, 1))), generator.uniform(0.2, 3), generator.uniform(1, 50)
    power = generator.choice((0.5, generator.uniform(0.3, 0.8)))
    gain = top ** (1 - power) / ((1 - power) * empty)
    term = f"sqrt(h - ({bottom}))" if power == 0.5 else f"(h - ({bottom}))^{power}"
    text = f"""model {name}
  Real h(start = {bottom + top}, fixed = true), out(start = 0, fixed = true), q;
equation
  q = {gain}*(if h > ({bottom}) then {term} else 0);
  der(h) = -q;
  der(out) = q;
end {name};
"""

    def level(time):
        return bottom + max(0.0, top ** (1 - power) - (1 - power) * gain * time) ** (1 / (1 - power))
    return text, generator.uniform(1.5, 4) * empty, level


def main():
    mica = sys.argv[1]
    seeds = range(int(sys.argv[2]), int(sys.argv[3])) if len(sys.argv) > 3 else range(4)
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            name = f"Tank{seed}"
            text, stop, level = model(random.Random(seed), name)
            path, result = os.path.join(folder, f"{name}.mo"), os.path.join(folder, "result.csv")
            with open(path, "w") as file:
                file.write(text)
            for method in METHODS:
                for tolerance in (1e-6, 1e-9):
                    words = [mica, "simulate", path, "--stop-time", str(stop), "--intervals", str(INTERVALS), "--method", method, "--tolerance", str(tolerance), "-o", result, "--quiet"]
                    ended = subprocess.run(words, capture_output=True, text=True)
                    if ended.returncode:
                        wrong.append(f"seed {seed}, {method}, {tolerance}: {ended.stderr.splitlines()[0]}")
                        continue
                    with open(result) as file:
                        rows = [(float(row["time"]), float(row["h"]), float(row["out"])) for row in csv.DictReader(file)]
                    # Errors of steps add up, and move the time of running empty, where the level has no slope but the flow has a steep one.
                    error = max(abs(h - level(time)) for time, h, _ in rows)
                    balance = max(abs(h + out - level(0)) for _, h, out in rows)
                    if not (error < 300 * tolerance and balance < 10 * tolerance):
                        wrong.append(f"seed {seed}, {method}, {tolerance}: wrong by {error:.2g}, the balance by {balance:.2g}")
    assert not wrong, "\n".join(wrong)
    print("as expected")


main()
