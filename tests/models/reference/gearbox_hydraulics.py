"""Two clutch cylinders behind one pump with a relief valve, by SciPy's Radau: gearbox_hydraulics.py."""
from math import sqrt

import numpy as np
from scipy.integrate import solve_ivp


def valve(opening, dp):
    return (1e-4 + opening) * 0.7 * 5e-6 * sqrt(2 / 860) * dp / (dp * dp + 1e8) ** 0.25


def cylinder(x, u, p, s, v, supply):
    """Derivatives of the spool, pressure, way and velocity; the flow from the supply."""
    q1, q2 = valve(max(x, 0), supply - p), valve(max(-x, 0), p)
    pressing = 5e7 * (s - 2e-3) if s > 2e-3 else 0.0
    seat = 5e7 * s if s < 0 else 0.0
    return [(u - x) / 5e-3, (q1 - q2 - 5e-3 * v) * 1e9 / (2e-5 + 5e-3 * s), v, (5e-3 * p - 300 - 3e5 * s - 2e3 * v - pressing - seat) / 0.5], q1


def command(t, start):
    return min(1.0, max(-1.0, -1 + 2 * (t - start) / 0.02))


def f(t, y):
    supply = y[0] * 1e6
    a, qa = cylinder(y[1], command(t, 1), y[2] * 1e6, y[3] * 1e-3, y[4], supply)
    e, qe = cylinder(y[5], command(t, 3), y[6] * 1e6, y[7] * 1e-3, y[8], supply)
    relief = 1e-15 * supply + (2e-9 * (supply - 1e6) if supply > 1e6 else 0.0)
    scaled = lambda z: [z[0], z[1] / 1e6, z[2] * 1e3, z[3]]
    return [(2.5e-4 - relief - qa - qe) * 1e9 / 2e-4 / 1e6, *scaled(a), *scaled(e)]


def main():
    y, t = np.zeros(9), 0.0
    print("time,acausal.A.p,acausal.E.p,acausal.A.s,acausal.E.s,acausal.supply.p")
    for target in [0.5, 1.0, 1.02, 1.05, 1.1, 1.2, 1.5, 2.0, 3.0, 3.02, 3.05, 3.1, 3.15, 3.2, 3.3, 4.0]:
        y = solve_ivp(f, (t, target), y, method="Radau", rtol=1e-9, atol=1e-10, max_step=1e-3).y[:, -1]
        t = target
        print(",".join(f"{value:.9g}" for value in [t, y[2] * 1e6, y[6] * 1e6, y[3] * 1e-3, y[7] * 1e-3, y[0] * 1e6]))


if __name__ == "__main__":
    main()
