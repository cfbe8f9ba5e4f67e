"""Kundur's four machines in two areas (Power System Stability and Control, example 12.6) through a fault near bus 7: kundur.py 1|2 for the stabilisers of the paper's two methods.

The load flow by Newton's method; the network reduced to the voltages behind the subtransient reactances and to the buses of the loads; the classical Runge-Kutta method. All in plain Python."""
import sys
from cmath import exp, phase
from math import pi

from integrate import print_table

XD, XQ, X1D, X1Q, X2, T1D, T1Q, T2D, T2Q, RA = 1.8, 1.7, 0.3, 0.55, 0.25, 8.0, 0.4, 0.03, 0.05, 0.0025
INERTIA, BASE, W0 = [6.5, 6.5, 6.175, 6.175], 9.0, 2 * pi * 60
K, TR, UPPER, LOWER, TW, LIMIT = 200.0, 0.01, 7.0, -6.4, 10.0, 0.2
LOADS = {6: 9.67 + 1j, 8: 17.67 + 1j}
STABILISERS = {
    "1": [(20, 0.331, 0.139), (20, 0.107, 0.291), (17.791, 0.127, 0.153), (18.319, 0.201, 0.055)],
    "2": [(19.175, 1.583, 0.632), (20, 0.161, 0.184), (14.209, 0.198, 0.239), (7.513, 0.051, 0.218)],
}
GENERATOR = BASE / (RA + 1j * X2)


def network(parallel=2, fault=0):
    """The admittances between the eleven buses, with shunts but without loads and machines."""
    y = [[0j] * 11 for _ in range(11)]

    def branch(a, b, admittance, shunt=0):
        for k in (a, b):
            y[k][k] += admittance + shunt / 2
        y[a][b] -= admittance
        y[b][a] -= admittance

    lines = [(4, 5, 25), (5, 6, 10), *[(6, 7, 110)] * parallel, (7, 8, 110), (7, 8, 110), (8, 9, 10), (9, 10, 25)]
    for a, b, length in lines:
        branch(a, b, 1 / ((1e-4 + 1e-3j) * length), 1.75e-3j * length)
    for a, b in [(0, 4), (1, 5), (2, 10), (3, 9)]:
        branch(a, b, 9 / 0.15j)
    y[6][6] += 2j + fault
    y[8][8] += 3.5j
    return y


def solve(matrix, right):
    """Gaussian elimination with pivots; `right` is a list of columns."""
    n = len(matrix)
    rows = [list(matrix[i]) + [column[i] for column in right] for i in range(n)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(n):
            if k != i and rows[k][i] != 0:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i])]
    return [[rows[i][n + c] / rows[i][i] for i in range(n)] for c in range(len(right))]


def load_flow():
    y = network()
    given = {0: 1.03, 1: 1.01, 2: 1.03, 3: 1.01}
    angles, magnitudes = [k for k in range(11) if k != 2], [k for k in range(11) if k not in given]

    def voltages(x):
        angle, magnitude = dict(zip(angles, x)), dict(zip(magnitudes, x[len(angles):]))
        return [given.get(k, magnitude.get(k)) * exp(1j * angle.get(k, -6.8 * pi / 180)) for k in range(11)]

    def powers(v):
        return [v[i] * sum(y[i][k] * v[k] for k in range(11)).conjugate() for i in range(11)]

    def residual(x):
        s = powers(voltages(x))
        difference = [s[k] - (7 if k in (0, 1, 3) else -LOADS.get(k, 0)) for k in range(11)]
        return [difference[k].real for k in angles] + [difference[k].imag for k in magnitudes]

    x = [0.0] * len(angles) + [1.0] * len(magnitudes)
    for _ in range(20):
        r = residual(x)
        columns = []
        for k in range(len(x)):
            x[k] += 1e-7
            columns.append([(a - b) / 1e-7 for a, b in zip(residual(x), r)])
            x[k] -= 1e-7
        jacobian = [[columns[c][i] for c in range(len(x))] for i in range(len(x))]
        x = [a - b for a, b in zip(x, solve(jacobian, [r])[0])]
    v = voltages(x)
    return v, powers(v)[:4]


class Reduced:
    """Voltages of the machines and loads as linear functions of the voltages behind reactances and of the loads' currents."""

    def __init__(self, y):
        y = [list(row) for row in y]
        for k in range(4):
            y[k][k] += GENERATOR
        columns = solve(y, [[GENERATOR if i == k else 0 for i in range(11)] for k in range(4)] + [[-1 if i == k else 0 for i in range(11)] for k in LOADS])
        self.rows = {i: [column[i] for column in columns] for i in (0, 1, 2, 3, *LOADS)}


def main():
    v0, s0 = load_flow()
    reference = {k: abs(v0[k]) for k in LOADS}
    settings = STABILISERS[sys.argv[1]]
    start, field, torque = [], [], []
    for k in range(4):
        i = (s0[k] / v0[k]).conjugate() / BASE
        delta = phase(v0[k] + (RA + 1j * XQ) * i)
        turn = exp(-1j * (delta - pi / 2))
        i, v = i * turn, v0[k] * turn
        e1q, e2q = v.imag + RA * i.imag + X1D * i.real, v.imag + RA * i.imag + X2 * i.real
        e1d, e2d = v.real + RA * i.real - X1Q * i.imag, v.real + RA * i.real - X2 * i.imag
        start.append([0.0, delta, e1q, e2q, e1d, e2d, abs(v0[k]), 0.0, 0.0, 0.0])
        field.append(v.imag + RA * i.imag + XD * i.real)
        torque.append((v * i.conjugate()).real + RA * abs(i) ** 2)
    last = {k: v0[k] for k in LOADS}

    def slopes(x, net):
        behind = [(s[5] + 1j * s[3]) * exp(1j * (s[1] - pi / 2)) for s in x]
        base = {i: sum(a * b for a, b in zip(row, behind)) for i, row in net.rows.items()}
        for _ in range(200):
            currents = []
            for k, s in LOADS.items():
                u = max(abs(last[k]) / reference[k], 1e-3)
                currents.append((s.real / u - 1j * s.imag) / reference[k] ** 2 * last[k])
            change = 0.0
            for k in LOADS:
                new = base[k] + net.rows[k][4] * currents[0] + net.rows[k][5] * currents[1]
                change = max(change, abs(new - last[k]))
                last[k] = new
            if change < 1e-11:
                break
        out = []
        for k, (w, delta, e1q, e2q, e1d, e2d, vm, slow, lag1, lag2) in enumerate(x):
            v = base[k] + net.rows[k][4] * currents[0] + net.rows[k][5] * currents[1]
            turn = exp(-1j * (delta - pi / 2))
            i = (behind[k] - v) * GENERATOR / BASE * turn
            gain, lead, lag = settings[k]
            a = gain * (w - slow)
            b = lag1 + lead / lag * (a - lag1)
            c = lag2 + lead / lag * (b - lag2)
            efd = max(LOWER, min(UPPER, field[k] + K * (abs(v0[k]) - vm + max(-LIMIT, min(LIMIT, c)))))
            power = (v * turn * i.conjugate()).real + RA * abs(i) ** 2
            out.append([(torque[k] - power) / (2 * INERTIA[k]), W0 * w, (efd - e1q - (XD - X1D) * i.real) / T1D, (e1q - e2q - (X1D - X2) * i.real) / T2D,
                        (-e1d + (XQ - X1Q) * i.imag) / T1Q, (e1d - e2d + (X1Q - X2) * i.imag) / T2Q, (abs(v) - vm) / TR, (w - slow) / TW, (a - lag1) / lag, (b - lag2) / lag])
        return out

    step = lambda x, h, d: [[a + h * b for a, b in zip(p, q)] for p, q in zip(x, d)]
    squares = lambda x: sum((x[0][0] - x[k][0]) ** 2 for k in (1, 2, 3))
    whole, faulty, opened = Reduced(network()), Reduced(network(fault=1e3 * (1 - 1j))), Reduced(network(parallel=1))
    t, x, index = 1.0, start, 0.0
    rows = [[0.0, 0.0, 0.0, 0.0, 0.0]]
    for net, until, h, per_row in [(faulty, 1.1, 1e-3, 100), (opened, 2.5, 2e-3, 50), (whole, 5.0, 2e-3, 50), (whole, 20.0, 5e-3, 100)]:
        for n in range(round((until - t) / h)):
            a = slopes(x, net)
            b = slopes(step(x, h / 2, a), net)
            c = slopes(step(x, h / 2, b), net)
            d = slopes(step(x, h, c), net)
            middle = step(x, h / 2, [[(p + q) / 2 for p, q in zip(r, s)] for r, s in zip(b, c)])
            after = [[s + h / 6 * (p + 2 * q + 2 * r + u) for s, p, q, r, u in zip(*five)] for five in zip(x, a, b, c, d)]
            index += h / 6 * (t * squares(x) + 4 * (t + h / 2) * squares(middle) + (t + h) * squares(after))
            x, t = after, t + h
            if (n + 1) % per_row == 0:
                rows.append([round(t, 9), *(x[0][0] - x[k][0] for k in (1, 2, 3)), index])
    print_table(["w12", "w13", "w14", "J"], rows)


main()
