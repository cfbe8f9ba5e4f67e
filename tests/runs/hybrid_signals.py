"""Relations of signals that are faster than the states: every method finds the events that dense sampling of the signals finds, and their times.

Random models, the same in every run: sums of sines, chirps and pulses of time, the same times slow states, sines of slow states, and all of these through a
nonlinear system, a mixed one, or a function that the program cannot look into. A signal whose crossings lie closer together than a tenth of an output interval, or that nearly
touches its threshold, is drawn again."""
import csv
import math
import os
import random
import subprocess
import sys
import tempfile

STOP, INTERVALS, SIGNALS = 20.0, 100, 6
FIXED = ["rk4", "euler", "implicit-euler"]
METHODS = ["cvode", "ida", "dopri45", "esdirk5", "trbdf2", "inline-sdirk4", *FIXED]


def draw(generator, kinds=("sines", "chirp", "product", "of_state", "pulse")):
    """A signal: its Modelica text over time and the slow state x = exp(-0.03*time), and the same as a function of time."""
    a, w, p = generator.uniform(1, 3), generator.uniform(0.5, 25), generator.uniform(0, 6)
    kind = generator.choice(kinds)
    if kind == "sines":
        b, v = generator.uniform(0.2, 1), generator.uniform(0.5, 25)
        return f"{a}*sin({w}*time + {p}) + {b}*cos({v}*time)", lambda t: a * math.sin(w * t + p) + b * math.cos(v * t)
    if kind == "chirp":
        c = generator.uniform(0.02, 0.5)
        return f"{a}*sin({c}*time^2 + {p})", lambda t: a * math.sin(c * t * t + p)
    if kind == "product":
        return f"{a}*x*sin({w}*time + {p})", lambda t: a * math.exp(-0.03 * t) * math.sin(w * t + p)
    if kind == "of_state":
        k = generator.uniform(20, 200)
        return f"{a}*cos({k}*x)", lambda t: a * math.cos(k * math.exp(-0.03 * t))
    c, d = generator.uniform(3, 17), generator.uniform(0.06, 0.5)
    return f"{a}*x*exp(-((time - {c})/{d})^2)", lambda t: a * math.exp(-0.03 * t) * math.exp(-((t - c) / d) ** 2)


def crossings(signal, level):
    """Times at which the signal passes the level; None if it is too close to say."""
    count = 20000
    values = [signal(STOP * i / count) - level for i in range(count + 1)]
    found = []
    for i in range(count):
        # An extremum that nearly touches.
        if 0 < i and (values[i] - values[i - 1]) * (values[i + 1] - values[i]) <= 0 and abs(values[i]) < 0.02:
            return None
        if (values[i] > 0) != (values[i + 1] > 0):
            low, high = STOP * i / count, STOP * (i + 1) / count
            for _ in range(60):
                middle = 0.5 * (low + high)
                low, high = (middle, high) if (signal(middle) - level > 0) == (values[i] > 0) else (low, middle)
            found.append(high)
    apart = 0.12 * STOP / INTERVALS
    if any(b - a < apart for a, b in zip(found, found[1:])) or (found and (found[0] < apart or found[-1] > STOP - apart)) or abs(values[0]) < 0.02:
        return None
    return found


def model(generator, name):
    # One model in three has nothing but a single pulse: no event of another signal makes steps short near it.
    lines, expected, is_lonely = [], [], generator.random() < 0.33
    while len(expected) < (1 if is_lonely else SIGNALS):
        text, signal = draw(generator, ["pulse"]) if is_lonely else draw(generator)
        level = generator.uniform(-0.8, 0.8)
        times = crossings(signal, level)
        if times is None or is_lonely and not times:
            continue
        k = len(expected) + 1
        # Some go through a nonlinear system: z + z^3 = y rises with y, so that z passes its level with y. In a mixed one the slope depends on a relation
        # of another signal, far from any crossing. Some are a function of time and x.
        way = generator.uniform(0, 0.75 if is_lonely else 1)
        declared = f"  Integer n{k}(start = 0, fixed = true);\n  discrete Real s{k}(start = 0, fixed = true);\n"
        if way < 0.5:
            root = level
            for _ in range(60):
                root -= (root + root ** 3 - level) / (1 + 3 * root ** 2)
            lines.append(f"  Real y{k} = {text};\n  Real z{k}(start = 0);\n  Boolean b{k} = z{k} > {root!r};\n{declared}equation")
            lines.append(f"  z{k} + z{k}^3 = y{k};" if way < 0.25 else f"  z{k} + (if z{k} > 100 then 2 else 1)*z{k}^3 = y{k};")
        elif way < 0.75:
            lines.append(f"  function f{k}\n    input Real time_;\n    input Real x;\n    output Real y;\n  algorithm\n    for i in 1:1 loop\n"
                         f"      y := {text.replace('time', 'time_')};\n    end for;\n  end f{k};\n  Real y{k} = f{k}(time, x);\n  Boolean b{k} = y{k} > {level!r};\n{declared}equation")
        else:
            lines.append(f"  Real y{k} = {text};\n  Boolean b{k} = y{k} > {level!r};\n{declared}equation")
        lines.append(f"  when change(b{k}) then\n    n{k} = pre(n{k}) + 1;\n    s{k} = pre(s{k}) + time;\n  end when;\npublic")
        expected.append(times)
    body = "\n".join(lines)
    return f"model {name}\n  Real x(start = 1, fixed = true);\n{body}\nequation\n  der(x) = -0.03*x;\nend {name};\n", expected


def main():
    mica, source = sys.argv[1], sys.argv[2]
    seeds = range(int(sys.argv[3]), int(sys.argv[4])) if len(sys.argv) > 4 else (0, 1, 2, 7, 8, 14)  # with single pulses among them
    methods = sys.argv[5].split(",") if len(sys.argv) > 5 else METHODS
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            text, expected = model(random.Random(seed), f"Signals{seed}")
            path = os.path.join(folder, f"Signals{seed}.mo")
            with open(path, "w") as file:
                file.write(text)
            for method in methods if len(sys.argv) > 5 or seed == 0 else [methods[0], methods[1 + seed % (len(methods) - 1)]]:
                result = os.path.join(folder, "result.csv")
                call = subprocess.run([mica, "simulate", path, "--stop-time", str(STOP), "--intervals", str(INTERVALS), "--method", method, "-o", result, "--quiet",
                                       *([] if method in FIXED else ["--tolerance", "1e-8"])],
                                      env=dict(os.environ, MICA_HOME=source), capture_output=True, text=True)
                assert call.returncode == 0, (seed, method, call.stderr)
                with open(result) as file:
                    last = list(csv.DictReader(file))[-1]
                for k, times in enumerate(expected, 1):
                    count, total = int(float(last[f"n{k}"])), float(last[f"s{k}"])
                    # The slow state is integrated to 1e-8 from one event to the next, or by steps of 0.2; times of events follow it.
                    limit = 1e-3 * max(1, len(times)) if method not in ("euler", "implicit-euler") else 0.1 * max(1, len(times))
                    if count != len(times) or abs(total - sum(times)) > limit:
                        wrong.append(f"seed {seed}, {method}: signal {k} has {count} events with the sum of times {total}, and should have {len(times)} with {sum(times)}")
    assert not wrong, "\n".join(wrong)
    print("as expected")


main()
