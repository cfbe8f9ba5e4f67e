"""A brake behind two lines of segments with inertia and volumes between them, by the classical Runge-Kutta method: wave_lines.py. The model under test has the waves of the lines as coordinates."""
from math import pi, sqrt

import numpy as np

from integrate import print_table

END, STEP, EVERY = 0.058, 1e-6, 2000
N, LENGTH, DIAMETER, BULK, DENSITY, VISCOSITY = 15, 3.0, 3e-3, 1.45e9, 860.0, 30e-6
AREA = pi * DIAMETER**2 / 4
DX = LENGTH / N
GIVES, INERTIA = AREA * DX / BULK, DENSITY * DX / AREA
RESISTANCE = 32 * DENSITY * VISCOSITY * DX / (DIAMETER**2 * AREA)
RATES = np.array([26.4, 200.0, 8000.0]) * 4 * VISCOSITY / DIAMETER**2
WEIGHTS = np.array([40.0, 8.1, 1.0])
OIL, SPOOL, PUMP = 1.6e9, 2 * pi * 200.0, 15e6


def valve(opening, area, dp):
    return (1e-3 + opening) * 0.7 * area * sqrt(2 / DENSITY) * dp / (dp * dp + 1e10) ** 0.25


def line(y, before, after):
    """A line between two pressures: derivatives of its states, the flow into it and the flow out of it."""
    p, q, w = y[:N - 1], y[N - 1:2 * N - 1], y[2 * N - 1:].reshape(N, 3)
    memory = w + WEIGHTS * q[:, None]
    along = np.concatenate([[before], p, [after]])
    dq = (along[:-1] - along[1:] - RESISTANCE * (q + 0.5 * memory.sum(axis=1))) / INERTIA
    return np.concatenate([(q[:-1] - q[1:]) / GIVES, dq, (-RATES * memory).ravel()]), q[0], q[-1]


def derivative(t, y):
    size = 5 * N - 1
    manifold, middle, behind, p, s, v = y[2 * size:2 * size + 6]
    spools = y[2 * size + 6:]
    first, in1, out1 = line(y[:size], manifold, middle)
    second, in2, out2 = line(y[size:2 * size], behind, p)
    inlet, outlet = valve(spools[0], 0.6e-6, PUMP - manifold), valve(spools[2], 0.6e-6, manifold)
    hold, release = valve(spools[4], 0.8e-6, middle - behind), valve(spools[6], 0.3e-6, behind)
    rest = [(inlet - outlet - in1) * OIL / 2e-6, (out1 - hold) * OIL / 0.4e-6, (hold - release - in2) * OIL / 0.1e-6,
            (out2 - 7e-4 * v) * OIL / (2e-6 + 7e-4 * s), v, (7e-4 * p - 8e6 * s - 2e3 * v) / 0.4]
    for k, u in enumerate((1.0 if t > 0.05 else 0.0, 0.0, 1.0, 0.0)):
        rest += [spools[2 * k + 1], SPOOL**2 * (u - spools[2 * k]) - 1.4 * SPOOL * spools[2 * k + 1]]
    return np.concatenate([first, second, rest])


def main():
    y, rows = np.zeros(2 * (5 * N - 1) + 14), []
    for step in range(round(END / STEP) + 1):
        if step % EVERY == 0:
            rows.append([step * STEP, *y[-14:-9]])
        # The command changes at the end of a step: within one it is constant.
        t, h = (step + 0.5) * STEP, STEP
        k1 = derivative(t, y)
        k2 = derivative(t, y + h / 2 * k1)
        k3 = derivative(t, y + h / 2 * k2)
        y = y + h / 6 * (k1 + 2 * (k2 + k3) + derivative(t, y + h * k3))
    print_table(["manifold.p", "middle.p", "behind.p", "brake.p", "brake.s"], rows)


if __name__ == "__main__":
    main()
