"""Chains of inertias with dry friction: bearings, clutches between neighbours, springs, torques that come and go.

Friction is the state machine of Otter, Elmqvist and Mattsson (Hybrid Modeling in Modelica based on the Synchronous Data Flow Principle, 1999), with a branch at its end that no solution reaches: what stands there is
random. It must not matter: with the pass that drops such branches and without it, and by every method, the trajectories agree. They are compared with a reference of another kind, too: Moreau's time stepping, which
solves for impulses of friction within their limits and knows of no modes. Some chains start with an acceleration that is given, while they stick: the torque that holds them is open then, and stays at its start value."""
import csv
import os
import random
import subprocess
import sys
import tempfile

METHODS = ("cvode", "ida", "dopri45", "inline-sdirk4")
STOP, INTERVALS = 1.0, 50

FRICTION = """
model {name}
  parameter Real level = 1, peak = 1;
  Real w, a, torque, s(start = 0);
  Boolean starts(start = false, fixed = true), returns(start = false, fixed = true), stuck(start = false);
  Integer way(start = 3, fixed = true);
equation
  starts = pre(way) == 0 and (s > peak*level or pre(starts) and s > level) or initial() and w > 0;
  returns = pre(way) == 0 and (s < -peak*level or pre(returns) and s < -level) or initial() and w < 0;
  stuck = not (pre(way) == 1 or starts or pre(way) == -1 or returns);
  a = if stuck then 0 elseif starts then s - peak*level elseif returns then s + peak*level
    elseif pre(way) == 1 then s - peak*level elseif pre(way) == -1 then s + peak*level else {never};
  torque = if stuck then s elseif starts then level elseif returns then -level
    elseif pre(way) == 1 then level elseif pre(way) == -1 then -level else {never_torque};
  way = if (pre(way) == 1 or starts) and w > 0 then 1 elseif (pre(way) == -1 or returns) and w < 0 then -1 else 0;
end {name};
"""


def chain(seed):
    """(text, names of speeds, data for the reference or None)"""
    r = random.Random(seed)
    name, count = f"Chain{seed}", r.randint(1, 3)
    never = r.choice(("s - sign(w)*peak*level", f"{r.uniform(-3, 3)}*s + {r.uniform(-9, 9)}", f"s*w + {r.uniform(1, 9)}"))
    torque = r.choice(("sign(w)*level", f"{r.uniform(-9, 9)}", "w*s"))
    inertia = [r.uniform(0.5, 2) for _ in range(count)]
    drives = [(r.uniform(2, 6), r.uniform(0.05, 0.4), r.uniform(4, 12), r.uniform(0, 6)) for _ in range(count)]
    joins, equations, declarations, torques = [], [], [], [[] for _ in range(count)]
    peak = r.choice((1.0, 1.0, r.uniform(1.05, 1.4)))
    gives_acceleration = r.random() < 0.3
    for i in range(count):
        kind = "bearing" if i == 0 else r.choice(("clutch", "spring"))
        if i > 0:
            joins.append((kind, i - 1, i, r.uniform(0.5, 3)))
        if kind == "bearing" or kind == "spring" and r.random() < 0.7:  # no loops of what may stick: they leave torques open
            joins.append(("bearing", i, None, r.uniform(0.3, 2)))
    for k, (kind, i, j, size) in enumerate(joins):
        if kind == "spring":
            declarations.append(f"  Real twist{k}(start = 0, fixed = true);")
            equations.append(f"  der(twist{k}) = w{i} - w{j};")
            torques[i].append(f"- {20*size}*twist{k} - {0.1*size}*(w{i} - w{j})")
            torques[j].append(f"+ {20*size}*twist{k} + {0.1*size}*(w{i} - w{j})")
            continue
        declarations.append(f"  Friction{seed} f{k}(level = {size}, peak = {peak});")
        speed = f"w{i}" if j is None else f"w{i} - w{j}"
        equations += [f"  f{k}.w = {speed};", f"  f{k}.a = " + (f"der(w{i});" if j is None else f"der(w{i}) - der(w{j});")]
        torques[i].append(f"- f{k}.torque")
        if j is not None:
            torques[j].append(f"+ f{k}.torque")
    for i in range(count):
        size, begin, frequency, phase = drives[i]
        fixed = "start = 0, fixed = true"
        declarations.append(f"  Real w{i}({fixed});")
        push = f"(if time > {begin} then {size}*sin({frequency}*(time - {begin}) + {phase}) else 0)"
        if i == 0 and gives_acceleration:
            declarations.append("  Real c(start = 0);")
            equations.append("  der(c) = -5*c;")
            push += " + c"
        equations.append(f"  {inertia[i]}*der(w{i}) = {push} {' '.join(torques[i])};")
    text = FRICTION.format(name=f"Friction{seed}", never=never, never_torque=torque) + f"model {name}\n" + "\n".join(declarations) + "\n"
    if gives_acceleration:
        text += "initial equation\n  der(w0) = 0;\n"
    text += "equation\n" + "\n".join(equations) + f"\nend {name};\n"
    return name, text, [f"w{i}" for i in range(count)], None if peak > 1 or gives_acceleration else (inertia, drives, joins)


def reference(data, steps=20000):
    """Moreau: M (v' - v) = h*F - sum of impulses p of friction, |p| <= h*level, p on the side of the sliding, by Gauss-Seidel."""
    import math
    inertia, drives, joins = data
    h, v, twist = STOP / steps, [0.0] * len(inertia), {k: 0.0 for k, join in enumerate(joins) if join[0] == "spring"}
    impulse = {k: 0.0 for k, join in enumerate(joins) if join[0] != "spring"}
    rows = [list(v)]
    for n in range(steps):
        time = (n + 0.5) * h
        free = []
        for (size, begin, frequency, phase), m, now in zip(drives, inertia, v):
            free.append(now + h / m * (size * math.sin(frequency * (time - begin) + phase) if time > begin else 0.0))
        for k, angle in twist.items():
            _, i, j, size = joins[k]
            push = 20 * size * (angle + h / 2 * (v[i] - v[j])) + 0.1 * size * (v[i] - v[j])
            free[i] -= h / inertia[i] * push
            free[j] += h / inertia[j] * push
        for k, p in impulse.items():
            _, i, j, _ = joins[k]
            free[i] -= p / inertia[i]
            if j is not None:
                free[j] += p / inertia[j]
        for _ in range(200):
            change = 0.0
            for k, p in impulse.items():
                _, i, j, size = joins[k]
                slip = free[i] - (0 if j is None else free[j])
                gain = 1 / inertia[i] + (0 if j is None else 1 / inertia[j])
                step = min(h * size, max(-h * size, p + slip / gain)) - p
                impulse[k] = p + step
                free[i] -= step / inertia[i]
                if j is not None:
                    free[j] += step / inertia[j]
                change = max(change, abs(step))
            if change <= 1e-12 * h:
                break
        for k in twist:
            _, i, j, _ = joins[k]
            twist[k] += h / 2 * (v[i] - v[j] + free[i] - free[j])
        v = free
        if (n + 1) % (steps // INTERVALS) == 0:
            rows.append(list(v))
    return rows


def run(mica, path, name, folder, names, words):
    result = os.path.join(folder, "result.csv")
    ended = subprocess.run([mica, "simulate", path, "--class", name, "--stop-time", str(STOP), "--intervals", str(INTERVALS), "--tolerance", "1e-8", "-o", result, "--quiet", *words],
                           capture_output=True, text=True)
    if ended.returncode:
        return ended.stderr.splitlines()[0], None
    with open(result) as file:
        rows = {}
        for row in csv.DictReader(file):  # of two rows at an event the right one
            rows[round(float(row["time"]) * INTERVALS / STOP, 6)] = [float(row[each]) for each in names]
    return None, [rows[float(k)] for k in range(INTERVALS + 1)]


def difference(a, b):
    largest = max(1e-3, max(abs(x) for row in b for x in row))
    return max(abs(x - y) for left, right in zip(a, b) for x, y in zip(left, right)) / largest


def main():
    mica = sys.argv[1]
    seeds = range(int(sys.argv[2]), int(sys.argv[3])) if len(sys.argv) > 3 else range(16)
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            name, text, names, data = chain(seed)
            path = os.path.join(folder, f"{name}.mo")
            with open(path, "w") as file:
                file.write(text)
            first = None
            for method in METHODS:
                for off in ((), ("--passes-off", "drop-unreachable")):
                    message, rows = run(mica, path, name, folder, names, ("--method", method, *off))
                    what = f"seed {seed}, {method}{' without the pass' if off else ''}"
                    if message:
                        wrong.append(f"{what}: {message}")
                    elif first is None:
                        first = rows
                        # A method of first order, in 20000 steps.
                        if data and difference(rows, reference(data)) > 1e-3:
                            wrong.append(f"{what}: {difference(rows, reference(data)):.2g} from the reference")
                    elif difference(rows, first) > 1e-5:
                        wrong.append(f"{what}: {difference(rows, first):.2g} from the first method")
    assert not wrong, "\n".join(wrong)
    print("as expected")


main()
