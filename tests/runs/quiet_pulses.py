"""Pulses that a long step jumps over: where nothing moves, steps grow, and what happens for a while between two of them shows at output points alone.

An energy is the integral of trapezoidal pulses of time, without events, next to stiff and slow states that have settled; the integral has a closed form. A pulse is at least two output
intervals long. Random models, the same in every run."""
import csv
import os
import random
import subprocess
import sys
import tempfile

STOP, INTERVALS = 1000.0, 500
METHODS = ("cvode", "ida", "dopri45", "esdirk5", "sdirk4", "trbdf2", "inline-sdirk4")


def model(generator, name):
    """(text, energy at the end)"""
    interval, time, pulses, energy = STOP / INTERVALS, 0.0, [], 0.0
    while True:
        time += generator.uniform(20, 150)
        edge, flat, height = generator.uniform(0.2, 2) * interval, generator.uniform(2, 6) * interval, generator.uniform(0.1, 50)
        if time + 2 * edge + flat > STOP - 5:
            break
        pulses.append(f"{height}*noEvent(max(0, min(1, min((time - {time})/{edge}, ({time + 2 * edge + flat} - time)/{edge}))))")
        energy += height * (edge + flat)
        time += 2 * edge + flat
    delay = generator.random() < 0.3
    text = f"""model {name}
  Real energy(start = 0, fixed = true, nominal = 100);
  Real fast(start = 1, fixed = true), slow(start = 1, fixed = true);
  Real power = {" + ".join(pulses)};
{'  Real late = delay(energy, 30);' if delay else ''}
equation
  der(energy) = power;
  der(fast) = -1000*(fast - slow);
  der(slow) = -1e-6*slow;
end {name};
"""
    return text, energy


def main():
    mica = sys.argv[1]
    seeds = range(int(sys.argv[2]), int(sys.argv[3])) if len(sys.argv) > 3 else range(3)
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            name = f"Pulses{seed}"
            text, energy = model(random.Random(seed), name)
            path, result = os.path.join(folder, f"{name}.mo"), os.path.join(folder, "result.csv")
            with open(path, "w") as file:
                file.write(text)
            for method in METHODS:
                subprocess.run([mica, "simulate", path, "--stop-time", str(STOP), "--intervals", str(INTERVALS), "--method", method, "-o", result, "--quiet"], check=True)
                with open(result) as file:
                    last = list(csv.DictReader(file))[-1]
                # Of an edge between two output points a step may see nothing.
                if not abs(float(last["energy"]) - energy) < 5e-3 * energy:
                    wrong.append(f"seed {seed}, {method}: the energy is {last['energy']}, not {energy:.9g}")
    assert not wrong, "\n".join(wrong)
    print("as expected")


main()
