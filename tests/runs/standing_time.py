#!/usr/bin/env python3
"""Time never stands still in silence: standing_time.py MICA SOURCE [FROM TO [METHODS [FAMILIES]]]

Random models whose events come without end: relays that slide, integrators at their limits, bodies that come to rest, tanks and clocks whose events accumulate,
samplers with tiny periods, relations that are at their edge when the run starts. Each has an expectation from a closed form or from the rule of the
specification: where the motion has a well-defined continuation the run follows it and says so; else it ends with a code that names component and relation,
after a bounded number of events. The same models in every run.
"""
import csv
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

VARIABLE = ["cvode", "ida", "dopri45", "esdirk5", "sdirk4", "trbdf2", "inline-sdirk4"]
FIXED = ["rk4", "heun", "implicit-euler"]
MOST_ROWS = 100_000  # of a run that slides or ends: a bounded number of events
MOST_SECONDS = 30


class Case:
    """`check(columns, text)` gives what is wrong. `code`: of the exit."""

    def __init__(self, text, check=None, code=0, says=(), options=(), stop=1.0, intervals=100, fixed=False):
        self.text, self.check, self.code, self.says, self.options, self.stop, self.intervals, self.fixed = text, check, code, says, list(options), stop, intervals, fixed


def number(text):
    return {"true": 1.0, "false": 0.0}.get(text, None) if text in ("true", "false") else float(text)


class Rows:
    def __init__(self, path):
        with open(path, newline="") as file:
            lines = list(csv.reader(file))
        self.names, self.rows = lines[0], [[number(cell) for cell in line] for line in lines[1:]]

    def column(self, name):
        at = self.names.index(name)
        return [row[at] for row in self.rows]

    def at(self, when, name):
        """By a line through the rows at or before, and after."""
        times, values = self.column("time"), self.column(name)
        last = max(k for k, each in enumerate(times) if each <= when * (1 + 1e-12))
        if last + 1 == len(times) or times[last] >= when:
            return values[last]
        return values[last] + (values[last + 1] - values[last])*(when - times[last])/(times[last + 1] - times[last])

    def end(self, name):
        return self.rows[-1][self.names.index(name)]


def off(rows, name, when, wanted, limit):
    found = rows.at(when, name)
    return [] if abs(found - wanted) <= limit else [f"{name} at {when:.6g} is {found!r}, not {wanted:.9g}"]


# Relays that slide -------------------------------------------------------------------------------------------------------------------------------------------

def relay(r):
    """x goes to a level and stays there: the part of the time above it follows from the speeds."""
    level, above, below, start = r.uniform(-2, 2), r.uniform(0.5, 5), r.uniform(0.5, 5), r.uniform(0.1, 2)
    scale = 10.0 ** r.choice([-6, -3, 0, 0, 3, 6])
    x0 = level + start * scale if r.random() < 0.5 else level - start * scale
    reach = abs(x0 - level) / (above if x0 > level else below) / scale
    stop = reach + r.uniform(1, 5)
    share = below / (above + below)  # of the time that it is above: -above*share + below*(1 - share) = 0
    total = (reach if x0 > level else 0) + share * (stop - reach)
    text = f"""model Slides
  model Relay
    parameter Real level = {level!r}, scale = {scale!r};
    Real x(start = {x0!r}, fixed = true, nominal = scale), above(start = 0, fixed = true);
  equation
    der(x) = scale*(if x > level then -{above!r} else {below!r});
    der(above) = if x > level then 1 else 0;
  end Relay;
  Relay relay;
end Slides;
"""
    big = max(abs(x0), abs(level), scale)
    return Case(text, lambda rows: off(rows, "relay.x", stop, level, 2e-3 * max(big, abs(x0 - level))) + off(rows, "relay.above", stop, total, 0.02 * stop), says=["relay", "without end"], stop=stop)


def moving_surface(r):
    """x follows a surface that moves slower than it can, and is left behind where that moves faster."""
    gain, amplitude, w = r.uniform(2, 4), r.uniform(0.5, 1.5), r.uniform(1, 2)
    slack = r.random() < 0.5
    if slack:  # the surface is never faster
        amplitude = min(amplitude, 0.8 * gain / w)
        text = f"""model Slides
  Real x(start = 1.5, fixed = true), s = {amplitude!r}*sin({w!r}*time);
equation
  der(x) = if x > s then -{gain!r} else {gain!r};
end Slides;
"""
        stop = 6.0
        return Case(text, lambda rows: sum((off(rows, "x", t, amplitude * math.sin(w * t), 5e-3 * (amplitude + 1.5)) for t in (2.5, 4.0, 6.0)), []), says=["without end"], stop=stop)
    # x slides on a ramp that is slow until `bend` and fast after: it stays behind by (fast - gain) * rest.
    bend, slow, fast = r.uniform(2, 3), r.uniform(0.2, 0.8) * gain, r.uniform(1.5, 3) * gain
    text = f"""model Slides
  Real x(start = 0.5, fixed = true), s(start = 0, fixed = true);
equation
  der(s) = if time < {bend!r} then {slow!r} else {fast!r};
  der(x) = if x > s then -{gain!r} else {gain!r};
end Slides;
"""
    stop = bend + 1
    return Case(text, lambda rows: off(rows, "x", stop, slow * bend + gain, 1e-2 * (slow * bend + gain)) + off(rows, "x", bend, slow * bend, 5e-3 * (slow * bend + 1)), says=["without end"], stop=stop)


def friction(r):
    """Coulomb friction by the sign of the velocity: sticks while the force is smaller, slips with the difference."""
    mu, force, w, mass = r.uniform(1, 2), r.uniform(1.3, 3), r.uniform(0.8, 2), r.uniform(0.5, 3)
    force *= mu
    text = f"""model Sticks
  model Mass
    parameter Real mu = {mu!r}, m = {mass!r};
    Real v(start = 0, fixed = true), f;
  equation
    m*der(v) = f - (if v > 0 then mu else -mu);
  end Mass;
  Mass mass;
equation
  mass.f = {force!r}*max(0, sin({w!r}*time));
end Sticks;
"""
    # Slips from asin(mu/F) on; the impulse of f - mu drives it, then mu alone stops it.
    begin = math.asin(mu / force) / w
    n, t, v, points = 200000, begin, 0.0, {}
    stop = 2 * math.pi / w
    dt = (stop - begin) / n
    peak = (begin + stop) / 4
    times = [begin * 0.7, math.pi / w / 2, math.pi / w, stop]
    wanted = {times[0]: 0.0}
    for k in range(n):
        a = (force * max(0.0, math.sin(w * (t + dt / 2))) - mu) / mass
        v = max(0.0, v + a * dt)
        t = begin + (k + 1) * dt
        for point in times[1:]:
            if abs(t - point) <= dt / 2:
                wanted[point] = v
    wanted.setdefault(stop, v)
    top = max(wanted.values())
    return Case(text, lambda rows: sum((off(rows, "mass.v", t, v, 5e-3 * (top + 1)) for t, v in wanted.items()), []), says=["mass", "without end"], stop=stop)


def variable_structure(r):
    """A sliding mode of second order: on v + c*x = 0 the position falls by exp(-c*t) whatever else pulls."""
    c, k, x0, pull = r.uniform(0.5, 2), r.uniform(6, 12), r.uniform(0.5, 1.5), r.uniform(-1, 1)
    text = f"""model Slides
  model Plant
    Real x(start = {x0!r}, fixed = true), v(start = {-c * x0!r}, fixed = true), s = v + {c!r}*x;
  equation
    der(x) = v;
    der(v) = {pull!r} - {k!r}*(if s > 0 then 1 else -1);
  end Plant;
  Plant plant;
end Slides;
"""
    return Case(text, lambda rows: sum((off(rows, "plant.x", t, x0 * math.exp(-c * t), 5e-3 * x0) for t in (1.0, 2.0)), []), says=["plant", "without end"], stop=2.0)


# Limiters ----------------------------------------------------------------------------------------------------------------------------------------------------

def limited_integrator(r):
    """An integrator of a sine that stops at its bounds; the form of its law varies."""
    a, w, p, high, k = r.uniform(0.5, 3), r.uniform(1, 6), r.uniform(0, 6), r.uniform(0.2, 0.6), r.uniform(0.5, 2)
    u = f"{a!r}*sin({w!r}*time + {p!r})"
    form = r.randrange(4)
    law = [f"if x >= {high!r} and u > 0 or x <= 0 and u < 0 then 0 else {k!r}*u",
           f"if x > {high!r} then min(0, {k!r}*u) elseif x < 0 then max(0, {k!r}*u) else {k!r}*u",
           f"if (x < {high!r} or u < 0) and (x > 0 or u > 0) then {k!r}*u else 0",
           f"smooth(0, if x >= {high!r} and u >= 0 then 0 elseif x <= 0 and u <= 0 then 0 else {k!r}*u)"][form]
    text = f"""model Limited
  model Limit
    Real u = {u}, x(start = {high / 2!r}, fixed = true);
  equation
    der(x) = {law};
  end Limit;
  Limit limit;
end Limited;
"""
    stop, n = 5.0, 400000
    x, wanted = high / 2, {}
    for i in range(n):
        t = stop * i / n
        x = min(high, max(0.0, x + k * a * math.sin(w * (t + stop / n / 2) + p) * stop / n))
        if (i + 1) % (n // 5) == 0:
            wanted[(i + 1) * stop / n] = x
    return Case(text, lambda rows: sum((off(rows, "limit.x", t, v, 2e-3 * (high + a / w)) for t, v in wanted.items()), []), stop=stop, intervals=200)


def pushed_back(r):
    """A state that is put back to its bound whenever it passes it: it stays there, or the run ends and names the clause."""
    high, speed = r.uniform(0.3, 2), r.uniform(0.5, 3)
    text = f"""model PushedBack
  model Tank
    Real x(start = 0, fixed = true);
  equation
    der(x) = {speed!r};
    when x > {high!r} then
      reinit(x, {high!r});
    end when;
  end Tank;
  Tank tank;
end PushedBack;
"""
    stop = high / speed + 1
    return Case(text, lambda rows: off(rows, "tank.x", stop, high, 1e-3 * high), code=(0, 3), says=["tank"], stop=stop)


# Bodies that come to rest ------------------------------------------------------------------------------------------------------------------------------------

def bouncing(r):
    """Falls, bounces, and lies still from a time that is a geometric series."""
    e, h0, g, floor = r.uniform(0.2, 0.85), r.uniform(0.5, 3), r.uniform(2, 12), r.choice([0.0, r.uniform(-1, 1)])
    form = r.randrange(3)
    head = [f"when h <= {floor!r} then", f"when h < {floor!r} then", f"when {floor!r} - h >= 0 and v < 0 then"][form]
    text = f"""model Bounces
  model Ball
    parameter Real e = {e!r}, g = {g!r};
    Real h(start = {floor + h0!r}, fixed = true), v(start = 0, fixed = true);
  equation
    der(h) = v;
    der(v) = -g;
    {head}
      reinit(v, -e*pre(v));
    end when;
  end Ball;
  Ball ball;
end Bounces;
"""
    first = math.sqrt(2 * h0 / g)
    rest = first * (1 + e) / (1 - e)
    stop = rest + r.uniform(0.5, 3)
    def check(rows):
        wrong = off(rows, "ball.h", stop, floor, 1e-4 * h0) + off(rows, "ball.v", stop, 0, 1e-3 * g * first)
        # After the first bounce at its highest point.
        wrong += off(rows, "ball.h", first + e * first, floor + h0 * e * e, 0.02 * h0)
        low = min(rows.column("ball.h"))
        return wrong + ([] if low >= floor - 1e-4 * h0 else [f"the ball is {floor - low} below the floor"])
    return Case(text, check, says=["ball"], stop=stop)


def lifted(r):
    """A ball at rest that is pulled up after a while by a force that grows: it leaves when the force is its weight."""
    e, h0, g, rate = r.uniform(0.3, 0.7), r.uniform(0.5, 2), 9.81, r.uniform(5, 15)
    rest = math.sqrt(2 * h0 / g) * (1 + e) / (1 - e)
    pulled = rest + r.uniform(0.5, 1)
    text = f"""model Lifted
  model Ball
    parameter Real e = {e!r};
    Real h(start = {h0!r}, fixed = true), v(start = 0, fixed = true), pull;
  equation
    der(h) = v;
    der(v) = pull - {g};
    when h <= 0 then
      reinit(v, -e*pre(v));
    end when;
  end Ball;
  Ball ball;
equation
  ball.pull = if time > {pulled!r} then {rate!r}*(time - {pulled!r}) else 0;
end Lifted;
"""
    leaves = pulled + g / rate
    stop = leaves + 1
    return Case(text, lambda rows: off(rows, "ball.h", leaves, 0, 1e-4 * h0) + off(rows, "ball.h", stop, rate / 6, 2e-3 * rate), says=["ball"], stop=stop)


# Events that accumulate, without a continuation ----------------------------------------------------------------------------------------------------------------

def tanks(r):
    """Water runs into one of two tanks, which switches when the other has sunk to its level: the switching accumulates when both stand at it."""
    inflow, out1, out2 = 1.0, r.uniform(0.55, 0.9), r.uniform(0.55, 0.9)
    x1, x2 = r.uniform(0.5, 1.5), r.uniform(0.5, 1.5)
    end = (x1 + x2) / (out1 + out2 - inflow)
    text = f"""model Accumulates
  model Tanks
    Real x1(start = {x1!r}, fixed = true), x2(start = {x2!r}, fixed = true);
    Boolean first(start = true, fixed = true);
  equation
    der(x1) = (if first then 1 else 0) - {out1!r};
    der(x2) = (if first then 0 else 1) - {out2!r};
    when x1 <= 0 then
      first = true;
    elsewhen x2 <= 0 then
      first = false;
    end when;
  end Tanks;
  Tanks tanks;
end Accumulates;
"""
    def check(rows):
        last = rows.end("time")
        return [] if abs(last - end) <= 0.02 * end else [f"ended at {last}, and the switching accumulates at {end}"]
    return Case(text, check, code=3, says=["tanks", "E6307"], stop=end + 1)


def shrinking_clock(r):
    """Time events in ever shorter intervals."""
    first, ratio = r.uniform(0.1, 0.5), r.uniform(0.3, 0.9)
    end = first / (1 - ratio)
    text = f"""model Accumulates
  model Clock
    discrete Real next(start = {first!r}, fixed = true), interval(start = {first!r}, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    when time >= pre(next) then
      interval = {ratio!r}*pre(interval);
      next = pre(next) + interval;
      n = pre(n) + 1;
    end when;
  end Clock;
  Clock clock;
end Accumulates;
"""
    def check(rows):
        last = rows.end("time")
        return [] if abs(last - end) <= 0.02 * end else [f"ended at {last}, and the ticks accumulate at {end}"]
    return Case(text, check, code=3, says=["clock"], stop=end + 1, fixed=True)


def creeping_clock(r):
    """The next event is nearer than anybody can wait for. Nearer than time can be resolved it is now: time >= next stays true, and is no event again."""
    step = 10.0 ** r.choice([-300, -18, -14, -15])
    text = f"""model Creeps
  model Clock
    discrete Real next(start = 0.5, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    when time >= pre(next) then
      next = time + {step!r};
      n = pre(n) + 1;
    end when;
  end Clock;
  Clock clock;
end Creeps;
"""
    if 0.5 + step == 0.5:
        return Case(text, lambda rows: off(rows, "clock.n", 1, 1, 0), stop=1.0, fixed=True)
    return Case(text, lambda rows: off(rows, "time", 10, 0.5, 1e-3), code=3, says=["clock", "E6213"], stop=1.0)


def tiny_period(r):
    """A sampler or clock that time cannot follow."""
    period = 10.0 ** r.choice([-308, -100, -20, -18])
    form = r.randrange(4)
    condition = [f"sample(0, {period!r})", f"Clock({period!r})", f"sample(0.25, {period!r})", f"subSample(Clock({period!r}), 2)"][form]
    text = f"""model Tiny
  model Ticks
    {'Integer' if form in (0, 2) else 'discrete Integer'} n(start = 0{', fixed = true' if form in (0, 2) else ''});
  equation
    when {condition} then
      n = {'pre' if form in (0, 2) else 'previous'}(n) + 1;
    end when;
  end Ticks;
  Ticks ticks;
end Tiny;
"""
    return Case(text, None, code=3, says=["ticks", "E6333"], fixed=True)


def passes_without_end(r):
    """A when clause that fires itself, in a component."""
    at = r.uniform(0.2, 0.8)
    text = f"""model Endless
  model Circle
    Boolean b(start = false, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    b = time > {at!r} and not pre(b);
    when change(b) then
      n = pre(n) + 1;
    end when;
  end Circle;
  Circle circle;
end Endless;
"""
    return Case(text, lambda rows: off(rows, "time", 10, at, 1e-6), code=3, says=["circle.b", "E6303"], fixed=True)


def chatters_at_start(r):
    """At its edge when the run starts, by way of a nonlinear system whose noise is as large as the band: nothing happens."""
    p, start, rate = r.choice([3, 5]), r.uniform(0.5, 2), r.uniform(0.5, 2)
    falls = r.random() < 0.5
    text = f"""model Starts
  Real x(start = {start + start ** p!r}, fixed = true);
  Real w(start = {start!r});
  Integer n(start = 0, fixed = true);
equation
  w + w^{p} = x;
  der(x) = {'-' if falls else ''}{rate!r}*(1 + {p}*w^{p - 1});
  when w {'>' if falls else '<'} {start!r} then
    n = pre(n) + 1;
  end when;
end Starts;
"""
    return Case(text, lambda rows: off(rows, "n", 0.3, 0, 0) + off(rows, "w", 0.3, start + (-rate if falls else rate) * 0.3, 1e-4), stop=0.3, fixed=True)


# Relations of time at the start (specification 3.7.3, 8.3.5, 8.5, 8.6) -----------------------------------------------------------------------------------------

def at_start(r):
    """A when clause fires where its condition becomes true, and at initialization only by initial(). Relations that are at their edge at the start are what they
    say there, and change right after it."""
    start = r.choice([0.0, 0.0, -1.0, 2.5, 1e3])
    p, rate = r.uniform(-3, 3), r.uniform(0.5, 2)
    t = "time" if start == 0 and r.random() < 0.5 else f"(time - {start!r})" if start else "time"
    relations = [  # text, true at the start, true right after
        (f"time > {start!r}", False, True), (f"time >= {start!r}", True, True), (f"time < {start!r}", False, False), (f"time <= {start!r}", True, False),
        (f"not time <= {start!r}", False, True), (f"{start!r} < time", False, True), ("time > t0", False, True), ("time <= t0", True, False),
        (f"{t} > 0", False, True), (f"2*{t} > 0", False, True), ("s > 0", False, True), ("s >= 0", True, True), ("s < 0", False, False), ("-s < 0", False, True), ("s <= 0", True, False),
        (f"sin({t}) > 0", False, True), (f"{rate!r}*{t}*{t} > 0", False, True), ("s > 0 and time > t0", False, True), ("s > 0 or time >= t0", True, True),
        ("time > t0 + 10", False, False), (f"exp({t}) > 1", False, True), (f"y > {p!r}", False, True), (f"y < {p!r}", False, False), (f"y <= {p!r}", True, False),
    ]
    chosen = r.sample(relations, 5)
    lines, checks = [], []
    for k, (text, first, after) in enumerate(chosen, 1):
        lines.append(f"  Boolean b{k} = {text};\n  Integer n{k}(start = 0, fixed = true), m{k}(start = 0, fixed = true), c{k}(start = 0, fixed = true);\n"
                     f"equation\n  when {text} then\n    n{k} = pre(n{k}) + 1;\n  end when;\n  when {{initial(), b{k}}} then\n    m{k} = pre(m{k}) + 1;\n  end when;\n"
                     f"  when change(b{k}) then\n    c{k} = pre(c{k}) + 1;\n  end when;\npublic")
        checks.append((k, text, first, after))
    text = (f"model Starts\n  parameter Real t0 = {start!r};\n  Real s(start = 0, fixed = true), y(start = {p!r}, fixed = true);\n" + "\n".join(lines) +
            f"\nequation\n  der(s) = 1;\n  der(y) = {rate!r};\nend Starts;\n")
    def check(rows):
        wrong = []
        for k, relation, first, after in checks:
            def say(name, found, wanted):
                if found != wanted:
                    wrong.append(f"'{relation}': {name} is {found}, not {wanted}")
            rises = after and not first
            say("the relation at the start", rows.rows[0][rows.names.index(f"b{k}")], float(first))
            say("the relation at the end", rows.end(f"b{k}"), float(after))
            say("count of when", rows.end(f"n{k}"), float(rises))
            # A vector of conditions: fires as each becomes true; initial() at initialization.
            say("count of {initial(), …}", rows.end(f"m{k}"), 1.0 + float(rises))
            say("count of changes", rows.end(f"c{k}"), float(first != after))
        return wrong
    return Case(text, check, options=["--start-time", repr(start)], stop=start + 1, fixed=True)


FAMILIES = [relay, moving_surface, friction, variable_structure, limited_integrator, pushed_back, bouncing, lifted, tanks, shrinking_clock, creeping_clock, tiny_period, passes_without_end,
            chatters_at_start, at_start]


def run(mica, source, case, method, folder):
    """What is wrong."""
    path, result = Path(folder, "Model.mo"), Path(folder, "result.csv")
    path.write_text(case.text)
    result.unlink(missing_ok=True)
    began = time.monotonic()
    words = ["--step", repr((case.stop) / 1000)] if method in FIXED else []
    try:
        call = subprocess.run([mica, "simulate", str(path), "--stop-time", repr(case.stop), "--intervals", str(case.intervals), "--method", method, "-o", str(result), "--quiet", *words, *case.options],
                              env=dict(os.environ, MICA_HOME=source), capture_output=True, text=True, timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        return [f"no end within {MOST_SECONDS} s, {result.stat().st_size if result.exists() else 0} bytes"]
    codes = case.code if isinstance(case.code, tuple) else (case.code,)
    if call.returncode not in codes:
        return [f"exit code {call.returncode}: {call.stderr.strip()[:600]}"]
    wrong = [f"does not say '{word}': {call.stderr.strip()[:300]}" for word in case.says if word not in call.stderr]
    if not result.exists():
        return wrong
    rows = Rows(result)
    if len(rows.rows) > MOST_ROWS:
        wrong.append(f"{len(rows.rows)} rows")
    if case.check and rows.rows and not (isinstance(case.code, tuple) and call.returncode == 3):
        wrong += case.check(rows)
    return wrong


def main():
    mica, source = sys.argv[1:3]
    seeds = range(int(sys.argv[3]), int(sys.argv[4])) if len(sys.argv) > 4 else range(2)
    methods = sys.argv[5].split(",") if len(sys.argv) > 5 else None
    families = [each for each in FAMILIES if len(sys.argv) <= 6 or each.__name__ in sys.argv[6].split(",")]
    found, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for family in families:
            for seed in seeds:
                case = family(random.Random(f"{family.__name__} {seed}"))
                usable = VARIABLE + (FIXED if case.fixed else [])
                for method in methods or ["cvode", usable[1 + seed % (len(usable) - 1)]]:
                    count += 1
                    wrong = run(mica, source, case, method, folder)
                    found += [f"{family.__name__} {seed}, {method}: {each}" for each in wrong]
    print("\n".join(found))
    print(f"{count} runs, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
