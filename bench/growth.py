#!/usr/bin/env python3
"""How the time of each stage grows with the size of a model: chains of resistors and capacitors, ladders of resistors, coupled pendulums with
constraints, rods of cells, grids of resistors with states, N = 10^2 … 10^5. Prints a table, with the exponent of growth from one size to the next, and draws it.

    bench/growth.py --mica build/dev/src/cli/mica [--sizes 100,1000,10000] [--only rod] [--save growth.svg]
"""
import argparse
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

STAGES = ("flatten", "structure", "compile", "initialize", "integrate")
LIMIT = 600  # seconds for one run
PIN = """
connector Pin Real v; flow Real i; end Pin;
model Resistor Pin p, n; parameter Real R = 1; equation p.v - n.v = R*p.i; p.i + n.i = 0; end Resistor;
model Capacitor Pin p, n; parameter Real C = 1; Real v(start = 0, fixed = true); equation v = p.v - n.v; C*der(v) = p.i; p.i + n.i = 0; end Capacitor;
model Source Pin p; equation p.v = 1 + time; end Source;
model Ground Pin p; equation p.v = 0; end Ground;
"""


def sections(n, shunt):
    return PIN + f"""
model Chain
  Resistor r[{n}];
  {shunt} c[{n}];
  Source source;
  Ground ground;
equation
  connect(source.p, r[1].p);
  for i in 1:{n - 1} loop connect(r[i].n, r[i + 1].p); end for;
  for i in 1:{n} loop connect(r[i].n, c[i].p); connect(c[i].n, ground.p); end for;
end Chain;
"""


def pendulums(n):
    return f"""
model Chain
  Real x[{n}](each start = 0.6, each fixed = true), y[{n}](each start = -0.8), u[{n}](each start = 0, each fixed = true), v[{n}], F[{n}], s[{n + 1}];
equation
  s[1] = 0;
  s[{n + 1}] = 0;
  for i in 2:{n} loop s[i] = x[i] - x[i - 1]; end for;
  for i in 1:{n} loop
    der(x[i]) = u[i];
    der(y[i]) = v[i];
    der(u[i]) = -F[i]*x[i] + 0.1*(s[i + 1] - s[i]);
    der(v[i]) = -F[i]*y[i] - 9.81;
    x[i]^2 + y[i]^2 = 1;
  end for;
end Chain;
"""


def rod(n):
    return f"""
connector Port Real T; flow Real Q; end Port;
model Cell Port a, b; Real T(start = 300, fixed = true); equation der(T) = a.Q + b.Q; a.Q = a.T - T; b.Q = b.T - T; end Cell;
model Chain Cell c[{n}]; equation for i in 1:{n - 1} loop connect(c[i].b, c[i + 1].a); end for; end Chain;
"""


def grid(n):
    """About n resistors in a square, each with a state that its resistance follows: one linear system whose matrix changes with all states."""
    side = max(round(math.sqrt(n / 2)), 2)
    return PIN + f"""
model Varying Pin p, n; Real r(start = 1, fixed = true); equation p.v - n.v = r*p.i; p.i + n.i = 0; der(r) = 1 + p.i^2 - r; end Varying;
model Chain
  Varying row[{side}, {side}], column[{side}, {side}];
  Source source;
  Ground ground;
equation
  connect(source.p, row[1, 1].p);
  connect(column[{side}, {side}].n, ground.p);
  for i in 1:{side} loop
    for j in 1:{side} loop
      connect(row[i, j].p, column[i, j].p);
      connect(row[i, j].n, row[i, mod(j, {side}) + 1].p);
      connect(column[i, j].n, column[mod(i, {side}) + 1, j].p);
    end for;
  end for;
end Chain;
"""


MODELS = {"capacitors": lambda n: sections(n, "Capacitor"), "resistors": lambda n: sections(n, "Resistor"), "pendulums": pendulums, "rod": rod, "grid": grid}


def measure(mica, text, stop):
    """Seconds by stage, or what went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        model, stats = Path(folder) / "Chain.mo", Path(folder) / "stats.json"
        model.write_text(text)
        call = [mica, "simulate", str(model), "--quiet", "--fresh", "--stop-time", str(stop), "--variables", "^time$", "-o", str(Path(folder) / "result.csv"), "--stats", str(stats)]
        try:
            process = subprocess.run(call, capture_output=True, text=True, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return None, f"more than {LIMIT} s"
        if process.returncode != 0:
            return None, process.stderr.strip().split("\n")[0]
        return json.loads(stats.read_text()), ""


def draw(path, curves):
    """Total seconds over N, both logarithmic, with a line of exponent 1 to compare."""
    points = [point for curve in curves.values() for point in curve]
    low, high = (math.log10(f(n for n, _ in points)) for f in (min, max))
    bottom, top = (math.log10(f(s for _, s in points)) for f in (min, max))
    top = max(top, bottom + high - low) + 0.2

    def place(n, s):
        return f"{70 + 500 * (math.log10(n) - low) / max(high - low, 1e-9):.1f},{420 - 380 * (math.log10(s) - bottom) / (top - bottom):.1f}"

    colours = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e")
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" width="720" height="480" font-family="sans-serif" font-size="13">', '<rect width="720" height="480" fill="white"/>']
    first, last = 10 ** low, 10 ** high
    lines.append(f'<polyline points="{place(first, 10 ** bottom)} {place(last, 10 ** (bottom + high - low))}" fill="none" stroke="#aaa" stroke-dasharray="5 4"/>')
    for place_of, (name, curve) in enumerate(curves.items()):
        colour = colours[place_of % len(colours)]
        lines.append(f'<polyline points="{" ".join(place(n, s) for n, s in curve)}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines.append(f'<text x="590" y="{60 + 20 * place_of}" fill="{colour}">{name}</text>')
    for decade in range(math.ceil(low), math.floor(high) + 1):
        lines.append(f'<text x="{place(10 ** decade, 10 ** bottom).split(",")[0]}" y="445" text-anchor="middle">10^{decade}</text>')
    for decade in range(math.ceil(bottom), math.floor(top) + 1):
        lines.append(f'<text x="60" y="{place(first, 10 ** decade).split(",")[1]}" text-anchor="end">10^{decade}</text>')
    lines.append('<text x="320" y="470" text-anchor="middle">N</text><text x="70" y="25">seconds to code and consistent start values; dashed: linear</text></svg>')
    Path(path).write_text("\n".join(lines))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--mica", required=True)
    arguments.add_argument("--sizes", default="100,1000,10000,100000")
    arguments.add_argument("--stop", type=float, default=0, help="simulate up to this time")
    arguments.add_argument("--only", choices=MODELS, action="append")
    arguments.add_argument("--save", help="an SVG file")
    given = arguments.parse_args()
    curves, failed = {}, False
    print(f"{'model':12}{'N':>8}" + "".join(f"{stage:>12}" for stage in STAGES) + f"{'total':>10}{'MB':>7}{'exponent':>10}")
    for name in given.only or MODELS:
        for n in map(int, given.sizes.split(",")):
            stats, wrong = measure(given.mica, MODELS[name](n), given.stop)
            if wrong:
                print(f"{name:12}{n:8}   {wrong}", flush=True)
                failed = True
                break
            seconds = stats["seconds"]
            curve = curves.setdefault(name, [])
            exponent = math.log(seconds["total"] / curve[-1][1]) / math.log(n / curve[-1][0]) if curve else None
            curve.append((n, seconds["total"]))
            print(f"{name:12}{n:8}" + "".join(f"{seconds[stage]:12.3f}" for stage in STAGES) + f"{seconds['total']:10.3f}{stats['peak_rss_mb']:7.0f}" +
                  (f"{exponent:10.2f}" if exponent is not None else ""), flush=True)
    if given.save and curves:
        draw(given.save, curves)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
