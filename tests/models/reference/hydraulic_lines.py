"""A brake behind two hydraulic lines: the equations by hand, with the volumes that stand beside the first segments of the lines added to these, by the classical
Runge-Kutta method in steps that are small beside the fastest time constant. Until shortly after the first wave has run through both lines."""
from math import pi, sqrt

from integrate import print_table

END, STEP, EVERY = 0.058, 2e-6, 1000
SEGMENTS, LENGTH, DIAMETER, BULK, DENSITY, VISCOSITY = 15, 3.0, 5e-3, 1.45e9, 860.0, 20e-6
AREA = pi * DIAMETER**2 / 4
DX = LENGTH / SEGMENTS
GIVES = AREA * DX / BULK
INERTIA = DENSITY * DX / AREA
RESISTANCE = 32 * DENSITY * VISCOSITY * DX / (DIAMETER**2 * AREA)
RATES = [n * 4 * VISCOSITY / DIAMETER**2 for n in (26.4, 200.0, 8000.0)]
WEIGHTS = (40.0, 8.1, 1.0)
OIL = 1.6e9
SPOOL = 2 * pi * 200.0
PUMP = 15e6
MANIFOLD, MIDDLE, BEHIND = 2e-6, 0.4e-6, 0.1e-6


def valve(opening, area, dp):
    return (1e-3 + opening) * 0.7 * area * sqrt(2 / DENSITY) * dp / (dp * dp + 1e10) ** 0.25


def line(p, q, w, inflow, after, beside):
    """Derivatives of the states of a line; `beside`: what the volume at its entry gives way more."""
    dp = [(before - now) / GIVES for before, now in zip(q, q[1:])]
    dp.insert(0, (inflow - q[0]) / (GIVES + beside))
    ends = p[1:] + [after]
    dq, dw = [], []
    for i, flow in enumerate(q):
        memory = [w[3 * i + k] + WEIGHTS[k] * flow for k in range(3)]
        dq.append((p[i] - ends[i] - RESISTANCE * (flow + 0.5 * sum(memory))) / INERTIA)
        dw += [-rate * m for rate, m in zip(RATES, memory)]
    return dp + dq + dw


def derivative(t, y):
    n, size = SEGMENTS, 5 * SEGMENTS
    first, second, rest = y[:size], y[size:2 * size], y[2 * size:]
    middle, p, s, v = rest[:4]
    spools = rest[4:]
    inlet = valve(spools[0], 0.6e-6, PUMP - first[0])
    outlet = valve(spools[2], 0.6e-6, first[0])
    hold = valve(spools[4], 0.8e-6, middle - second[0])
    release = valve(spools[6], 0.3e-6, second[0])
    out = line(first[:n], first[n:2 * n], first[2 * n:], inlet - outlet, middle, MANIFOLD / OIL)
    out += line(second[:n], second[n:2 * n], second[2 * n:], hold - release, p, BEHIND / OIL)
    out += [(first[2 * n - 1] - hold) * OIL / MIDDLE, (second[2 * n - 1] - 7e-4 * v) * OIL / (2e-6 + 7e-4 * s), v, (7e-4 * p - 8e6 * s - 2e3 * v) / 0.4]
    commands = (1.0 if t > 0.05 else 0.0, 0.0, 1.0, 0.0)
    for k, u in enumerate(commands):
        out += [spools[2 * k + 1], SPOOL**2 * (u - spools[2 * k]) - 1.4 * SPOOL * spools[2 * k + 1]]
    return out


def main():
    y = [0.0] * (10 * SEGMENTS + 4 + 8)
    rows = []
    for step in range(round(END / STEP) + 1):
        if step % EVERY == 0:
            rows.append([step * STEP, y[0], y[150], y[75], y[151], y[152], y[154]])
        # The command changes at the end of a step: within one it is constant.
        t, h = (step + 0.5) * STEP, STEP
        k1 = derivative(t, y)
        k2 = derivative(t, [a + h / 2 * k for a, k in zip(y, k1)])
        k3 = derivative(t, [a + h / 2 * k for a, k in zip(y, k2)])
        k4 = derivative(t, [a + h * k for a, k in zip(y, k3)])
        y = [a + h / 6 * (p + 2 * (q + r) + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4)]
    print_table(["manifold.p", "middle.p", "behind.p", "brake.p", "brake.s", "inlet.x"], rows)


main()
