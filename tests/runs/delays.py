"""Delays against exact answers, by every method: delayed signals that are faster than the states, delays shorter than a step, delays that vary, and
delay differential equations against the method of steps.

Random models, the same in every run."""
import csv
import math
import os
import random
import subprocess
import sys
import tempfile

STOP = 10.0
METHODS = ["cvode", "ida", "dopri45", "esdirk5", "sdirk4", "inline-sdirk4", "rk4"]


def algebraic(generator, k):
    """Delay of a signal of time: exact."""
    a, w, p = generator.uniform(0.5, 2), generator.uniform(0.5, 12), generator.uniform(0, 6)
    delay = generator.choice([0.03, 0.2, 0.7, 2.5]) * generator.uniform(0.7, 1.3)
    if generator.random() < 0.4:
        c = generator.uniform(0.5, 2)
        delay_text, most = f"{delay}*(1.2 + sin({c}*time)), {2.2 * delay}", lambda t: delay * (1.2 + math.sin(c * t))
    else:
        delay_text, most = f"{delay}", lambda t: delay
    signal = lambda t: a * math.sin(w * max(t, 0) + p)
    return f"  Real y{k} = delay({a}*sin({w}*time + {p}), {delay_text});\n", lambda t: signal(t - most(t)), 2e-4 * a


def of_state(generator, k):
    """The moving average of a ramp by its integral: ((t + t^2/2) - (t - T + (t - T)^2/2))/T."""
    delay = generator.uniform(0.02, 0.8)
    integral = lambda t: 0 if t < 0 else 8 * t + 4 * t * t
    text = f"  Real m{k}(start = 0, fixed = true);\n  Real y{k} = (m{k} - delay(m{k}, {delay}))/{delay};\nequation\n  der(m{k}) = 8 + 8*time;\npublic\n"
    return text, lambda t: (integral(t) - integral(t - delay)) / delay, 1e-2 / min(1, delay)


def differential(generator, k):
    """der(y) = a*y + b*delay(y, T), y = 1 before 0: by the classical Runge-Kutta method over steps of T/200 whose stages lie on the history."""
    a, b, delay = generator.uniform(-1, 0.2), generator.uniform(-1.5, -0.2), generator.uniform(0.3, 1.5)
    n = 200
    h = delay / n
    count = int(STOP / h) + 2
    ys, slopes = [1.0], []

    def past(i, share):  # y at the time of point i + share, delayed
        i -= n
        if i < 0:
            return 1.0
        y0, y1, s0, s1 = ys[i], ys[i + 1], slopes[i], slopes[i + 1]
        s = share
        return (1 + 2 * s) * (1 - s) ** 2 * y0 + s * s * (3 - 2 * s) * y1 + h * s * (1 - s) ** 2 * s0 - h * s * s * (1 - s) * s1

    for i in range(count):
        if len(slopes) <= i:
            slopes.append(a * ys[i] + b * past(i, 0))
        f = lambda y, share: a * y + b * past(i, share)
        k1 = f(ys[i], 0)
        k2 = f(ys[i] + h / 2 * k1, 0.5)
        k3 = f(ys[i] + h / 2 * k2, 0.5)
        k4 = f(ys[i] + h * k3, 1)
        ys.append(ys[i] + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4))
        slopes.append(a * ys[i + 1] + b * (past(i, 1)))

    def exact(t):
        i = min(int(t / h), count - 1)
        s = t / h - i
        return (1 + 2 * s) * (1 - s) ** 2 * ys[i] + s * s * (3 - 2 * s) * ys[i + 1] + h * s * (1 - s) ** 2 * slopes[i] - h * s * s * (1 - s) * slopes[i + 1]

    return f"  Real y{k}(start = 1, fixed = true);\nequation\n  der(y{k}) = {a}*y{k} + {b}*delay(y{k}, {delay});\npublic\n", exact, 5e-4 * max(1, max(map(abs, ys)))


def main():
    mica, source = sys.argv[1], sys.argv[2]
    seeds = range(int(sys.argv[3]), int(sys.argv[4])) if len(sys.argv) > 4 else range(4)
    methods = sys.argv[5].split(",") if len(sys.argv) > 5 else METHODS
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            generator = random.Random(seed)
            parts = [make(generator, k) for k, make in enumerate([algebraic, algebraic, of_state, differential] if seed % 2 else [algebraic, of_state], 1)]
            path = os.path.join(folder, f"Delays{seed}.mo")
            with open(path, "w") as file:
                file.write(f"model Delays{seed}\n  Real slow(start = 1, fixed = true);\n{''.join(text for text, _, _ in parts)}equation\n  der(slow) = -0.001*slow;\nend Delays{seed};\n")
            for method in methods if len(sys.argv) > 5 or seed == 1 else [methods[0], methods[1 + seed % (len(methods) - 1)]]:
                result = os.path.join(folder, "result.csv")
                call = subprocess.run([mica, "simulate", path, "--stop-time", str(STOP), "--intervals", "200", "--method", method, "-o", result, "--quiet"],
                                      env=dict(os.environ, MICA_HOME=source), capture_output=True, text=True)
                assert call.returncode == 0, (seed, method, call.stderr)
                with open(result) as file:
                    rows = list(csv.DictReader(file))
                for k, (text, exact, limit) in enumerate(parts, 1):
                    worst = max(((abs(float(row[f"y{k}"]) - exact(float(row["time"]))), float(row["time"])) for row in rows), default=(0, 0))
                    if not worst[0] < limit:
                        wrong.append(f"seed {seed}, {method}: off by {worst[0]:.3g} at {worst[1]:.6g}, more than {limit:.3g}: {text.strip()}")
    assert not wrong, "\n".join(wrong)
    print("as expected")


main()
