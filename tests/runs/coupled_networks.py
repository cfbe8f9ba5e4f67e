#!/usr/bin/env python3
"""Random networks that couple all their states by one system of equations: the Jacobian of the whole costs a few evaluations, not one for each state, and
the matrix of a system of any size is made of the derivatives of its own equations.

Nodes of a random connected graph of conductances, each with a capacitor behind a resistor that changes with the capacitor's voltage; one node is driven.
Checked: the trajectory against an explicit method, which knows no Jacobian; the end against the conductances alone, where no current flows into capacitors
(Gaussian elimination here); the evaluations; and that what is compiled does not grow faster than the network.

    coupled_networks.py MICA
"""
import csv
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path


def network(generator, nodes):
    """Edges (a, b, conductance) of a tree and half as many again, and a capacitance for each node."""
    edges = [(generator.randrange(k), k, generator.uniform(0.5, 2)) for k in range(1, nodes)]
    edges += [(*sorted(generator.sample(range(nodes), 2)), generator.uniform(0.5, 2)) for _ in range(nodes // 2)]
    return edges, [generator.uniform(0.5, 2) * 1e-2 for _ in range(nodes)]


def text(edges, capacitances):
    nodes = len(capacitances)
    balance = [[f"i[{k + 1}]"] for k in range(nodes)]
    for a, b, g in edges:
        balance[a].append(f"{g!r}*(v[{a + 1}] - v[{b + 1}])")
        balance[b].append(f"{g!r}*(v[{b + 1}] - v[{a + 1}])")
    lines = [f"  {' + '.join(terms)} = {'source' if k == 0 else '0'};" for k, terms in enumerate(balance)]
    leak = f"0.5*v[{nodes}]"
    lines[-1] = lines[-1].replace(" = ", f" + {leak} = ")
    return f"""model Network
  parameter Real c[{nodes}] = {{{', '.join(map(repr, capacitances))}}};
  Real u[{nodes}](each start = 0, each fixed = true), v[{nodes}], i[{nodes}];
  parameter Real source = 1;
equation
  for k in 1:{nodes} loop
    v[k] - u[k] = (1 + 0.2*u[k]^2)*i[k];
    c[k]*der(u[k]) = i[k];
  end for;
{chr(10).join(lines)}
end Network;
"""


def at_rest(edges, nodes):
    """Node voltages with one ampere into the first node and a leak of 0.5 S at the last."""
    a = [[0.0] * (nodes + 1) for _ in range(nodes)]
    for p, q, g in edges:
        a[p][p] += g
        a[q][q] += g
        a[p][q] -= g
        a[q][p] -= g
    a[-1][nodes - 1] += 0.5
    a[0][nodes] = 1.0
    for k in range(nodes):  # diagonally dominant: no exchange of rows
        for row in a[k + 1:]:
            share = row[k] / a[k][k]
            for j in range(k, nodes + 1):
                row[j] -= share * a[k][j]
    for k in reversed(range(nodes)):
        a[k][nodes] = (a[k][nodes] - sum(a[k][j] * a[j][nodes] for j in range(k + 1, nodes))) / a[k][k]
    return [row[nodes] for row in a]


def run(mica, folder, method, stop, tolerance):
    out, stats = folder / "result.csv", folder / "stats.json"
    subprocess.run([mica, "simulate", folder / "network.mo", "--quiet", "--method", method, "--stop-time", str(stop), "--intervals", "20", "--tolerance",
                    str(tolerance), "--variables", r"u\[.*\]", "-o", out, "--stats", stats], check=True)
    with open(out, encoding="utf-8") as file:
        rows = [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
    return rows, json.loads(stats.read_text())


def code_size(mica, folder):
    shown = subprocess.run([mica, "show", "llvm", folder / "network.mo"], check=True, capture_output=True, text=True)
    return len(shown.stdout)


def main():
    mica = sys.argv[1]
    generator = random.Random(20260)
    sizes = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for nodes in (40, 80, 160):
            edges, capacitances = network(generator, nodes)
            (folder / "network.mo").write_text(text(edges, capacitances), encoding="utf-8")
            rows, stats = run(mica, folder, "cvode", 60, 1e-6)
            solver = stats["solver"]
            for value, wanted in zip(rows[-1][1:], at_rest(edges, nodes)):
                assert abs(value - wanted) < 1e-3 * abs(wanted), f"{nodes} nodes: {value} at the end, and {wanted} by Kirchhoff's laws"
            if nodes >= 80:
                # Two or three a step for the corrector; by differences a Jacobian alone takes as many as there are states.
                assert solver["fevals"] < 4 * solver["steps"] + 40, f"{nodes} states: {solver['fevals']} evaluations in {solver['steps']} steps"
            if nodes == 80:
                explicit, _ = run(mica, folder, "dopri45", 0.5, 1e-8)
                implicit, _ = run(mica, folder, "cvode", 0.5, 1e-8)
                for p, q in zip(explicit, implicit):
                    assert max(abs(a - b) for a, b in zip(p, q)) < 1e-5, f"cvode and dopri45 differ at {p[0]}"
            sizes[nodes] = code_size(mica, folder)
        growth = sizes[160] / sizes[80]
        assert growth < 2.6, f"the code of twice as many nodes is {growth:.2f} times as long"
    print("coupled networks: sizes of code", sizes)


if __name__ == "__main__":
    main()
