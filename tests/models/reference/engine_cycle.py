"""A cylinder with zones by other means: one zone until the spark, then three, made and mixed in an instant; SciPy integrates temperatures, masses and the pressure."""
import re
from math import pi
from pathlib import Path

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

RU, NAMES = 8.314462618, ("N2", "O2", "CH4", "CO2", "H2O")
M = np.array([0.0280134, 0.0319988, 0.01604246, 0.0440095, 0.01801528])
R = RU / M
W, BORE, STROKE, ROD, RATIO, PHI = 1500 * pi / 30, 0.086, 0.086, 0.143, 9, 0.95
P_IN, T_IN, P_OUT, T_OUT, T_WALL = 0.9e5, 310, 1.05e5, 900, 430
ALPHA, SPEED, SHARE, KERNEL, SMALL, STEP, VALVE = 350, 6, 0.15, 5.2e-10, 1e-10, 1e-6, 6e-4
A = pi / 4 * BORE**2
VC = A * STROKE / (RATIO - 1)
PERIOD, DEG = 4 * pi / W, pi / 180


def species():
    """The published polynomials, read where they are kept; another test has their values."""
    text = (Path(__file__).parents[3] / "library/Mica/Gas/Species.mo").read_text()
    numbers = "([-+0-9.eE, ]+)"
    table = {name: [[float(x) for x in part.split(",")] for part in parts]
             for name, *parts in re.findall(r"constant Data (\w+)\(.*?low=\{" + numbers + r"\}, high=\{" + numbers + r"\}", text)}
    return np.array([[table[name][k] for name in NAMES] for k in (0, 1)])


DATA = species()


def enthalpy(T):
    a = DATA[0 if T < 1000 else 1].T
    return R * (a[5] + T * (a[0] + T * (a[1] / 2 + T * (a[2] / 3 + T * (a[3] / 4 + T * a[4] / 5)))))


def heat_capacity(T):
    a = DATA[0 if T < 1000 else 1].T
    return R * (a[0] + T * (a[1] + T * (a[2] + T * (a[3] + T * a[4]))))


def burn(X):
    amount = min(X[2] / M[2], X[1] / (2 * M[1]))
    return X + amount * np.array([0, -2 * M[1], -M[2], M[3], 2 * M[4]])


FRESH = np.array([7.52, 2, PHI, 0, 0]) * M
FRESH /= FRESH.sum()
BURNT = burn(FRESH)


def volume(angle):
    return VC + A * (STROKE / 2 * (1 - np.cos(angle)) + ROD - np.sqrt(ROD**2 - (STROKE / 2 * np.sin(angle)) ** 2))


def volume_rate(angle):
    s, c = np.sin(angle), np.cos(angle)
    return A * W * (STROKE / 2 * s + (STROKE / 2) ** 2 * s * c / np.sqrt(ROD**2 - (STROKE / 2 * s) ** 2))


def opening(angle, opens, closes):
    return VALVE * np.sin(pi * (angle - opens) / (closes - opens)) ** 2 if opens < angle < closes else 0.0


def nozzle(p1, p2, RT):
    if p1 <= p2:
        return 0.0
    k, small, r = 1.35, 0.02, p2 / p1
    x = max((2 / (k + 1)) ** (k / (k - 1)), min(r, 1 - small))
    return p1 / np.sqrt(RT) * np.sqrt(2 * k / (k - 1) * (x ** (2 / k) - x ** ((k + 1) / k))) * ((1 - r) / small if r > 1 - small else 1)


def derivatives(angle, masses, T, flows, energy):
    """Rates of masses and temperatures of zones that share a volume: flows of species and energy into each."""
    Vt, rate = volume(angle), volume_rate(angle)
    mR = masses @ R
    P = (mR * T).sum() / Vt
    V = mR * T / P
    Cp = np.array([m @ heat_capacity(t) for m, t in zip(masses, T)])
    Q = np.array([E - enthalpy(t) @ S for E, t, S in zip(energy, T, flows)])
    dP = (P * rate - (T * (flows @ R) + mR * Q / Cp).sum()) / ((mR * V / Cp).sum() - Vt)
    return (Q + V * dP) / Cp


def angle_at(t, start):
    return W * (t - start) - 130 * DEG


def wall(V, Vt, T):
    return ALPHA * (2 * A + 4 * Vt / BORE) * V / Vt * (T - T_WALL)


def one_zone(start):
    def f(t, y):
        angle, m, T = angle_at(t, start), y[:5], y[5]
        X, Vt = m / m.sum(), volume(angle_at(t, start))
        P = (m @ R) * T / Vt
        inlet, outlet = opening(angle, 350 * DEG, 580 * DEG), opening(angle, 135 * DEG, 370 * DEG)
        into = inlet * nozzle(P_IN, P, T_IN * (FRESH @ R))
        back = outlet * nozzle(P_OUT, P, T_OUT * (BURNT @ R))
        out = (inlet * nozzle(P, P_IN, T * (X @ R)) + outlet * nozzle(P, P_OUT, T * (X @ R)))
        S = into * FRESH + back * BURNT - out * X
        H = into * (enthalpy(T_IN) @ FRESH) + back * (enthalpy(T_OUT) @ BURNT) - out * (enthalpy(T) @ X) - wall(Vt, Vt, T)
        return np.append(S, derivatives(angle, m[None, :], np.array([T]), S[None, :], [H]))
    return f


def three_zones(start):
    def f(t, y):
        angle, z = angle_at(t, start), y.reshape(3, 6)
        m, T, Vt = z[:, :5], z[:, 5], volume(angle_at(t, start))
        P = ((m @ R) * T).sum() / Vt
        V = (m @ R) * T / P
        X = m / m.sum(axis=1)[:, None]
        flame = m[0].sum() / Vt * SPEED * 2 * pi * (3 * V[1] / (2 * pi)) ** (2 / 3)
        hu, hb = enthalpy(T[0]) @ X[0], enthalpy(T[1]) @ X[1]
        S = np.array([-flame * X[0], flame * burn(X[0]) - SHARE * flame * X[1], SHARE * flame * X[1]])
        H = [-flame * hu - wall(V[0], Vt, T[0]), flame * (hu - SHARE * hb), SHARE * flame * hb - wall(V[1] + V[2], Vt, T[2])]
        return np.hstack([S, derivatives(angle, m, T, S, H)[:, None]]).ravel()
    return f


def run(f, span, y, times, atol):
    found = solve_ivp(f, span, y, method="LSODA", rtol=1e-9, atol=atol, t_eval=[*times, span[1]], max_step=2e-4)
    return found.y.T[:-1], found.y[:, -1]


def main():
    cycles, output = 2, np.arange(0, 2 * PERIOD + 1e-9, 5e-4)
    y = np.append(P_IN * volume(-130 * DEG) / (360 * (FRESH @ R)) * FRESH, 360.0)
    rows = []
    for cycle in range(cycles):
        start = cycle * PERIOD
        spark, opens, end = (start + PERIOD * part / 720 for part in (110, 265, 720))
        single = one_zone(start)

        def keep(times, found):
            rows.extend([t, (s[:5] @ R) * s[5] / volume(angle_at(t, start)), s[5], s[5], s[5], s[:5].sum()] for t, s in zip(times, found))
        times = output[(output >= start) & (output < spark)]
        found, y = run(single, (start, spark), y, times, [1e-12] * 5 + [1e-6])
        keep(times, found)
        # The small zone burns at the pressure of the rest, and grows until it is the kernel.
        m, T, Vt = y[:5], y[5], volume(angle_at(spark, start))
        X, P = m / m.sum(), (m @ R) * y[5] / volume(angle_at(spark, start))
        hot = brentq(lambda t: enthalpy(t) @ burn(X) - enthalpy(T) @ X, 1000, 4000, xtol=1e-10)
        parts = KERNEL * T * (X @ R) / (SMALL * hot * (burn(X) @ R))
        kernel = P * KERNEL / (hot * (burn(X) @ R))
        layer = P * SMALL / (T * (X @ R))
        burns = spark + STEP * (1 + (parts - 1) / (2 * parts - 1))
        zones = np.array([[*(m - (kernel + layer) * X), T], [*(kernel * burn(X)), hot], [*(layer * X), T]])
        times = output[(output >= spark) & (output < opens)]
        found, y = run(three_zones(start), (burns, opens), zones.ravel(), times, ([1e-13] * 5 + [1e-6]) * 3)
        for t, s in zip(times, found):
            z = s.reshape(3, 6)
            P = ((z[:, :5] @ R) * z[:, 5]).sum() / volume(angle_at(t, start))
            rows.append([t, P, *z[:, 5], z[0, :5].sum()])
        # All zones become one that has their masses and their internal energy.
        z = y.reshape(3, 6)
        m = z[:, :5].sum(axis=0)
        U = sum(s[:5] @ (enthalpy(s[5]) - R * s[5]) for s in z)
        T = brentq(lambda t: m @ (enthalpy(t) - R * t) - U, 300, 4000, xtol=1e-10)
        times = output[(output >= opens) & (output < end)]
        found, y = run(single, (opens, end), np.append(m, T), times, [1e-12] * 5 + [1e-6])
        keep(times[times > opens + 1.5e-4], found[times > opens + 1.5e-4])
    print("time,P,unburned.T,burned.T,layer.T,unburned.M")
    for row in rows:
        print(",".join(f"{value:.10g}" for value in row))


if __name__ == "__main__":
    main()
