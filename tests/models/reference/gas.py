"""Gases by other means, with SciPy and CoolProp: gas.py ignition|nasa|boiling|flash|heated|discharge."""
import re
import sys
from math import exp, log
from pathlib import Path

import numpy as np
from scipy.integrate import quad, solve_ivp
from scipy.optimize import brentq, fsolve

R = 8.314462618
STOICHIOMETRY = np.array([[-1, 0, 0, 1, -1, 1, 0], [1, 0, 0, -1, 1, -1, 0], [0, -1, 0, -1, 1, 1, 0], [0, 1, -1, 0, -1, 1, 0],
                          [0, -1, 1, 0, 1, -1, 0], [0, 0, -1, -1, 0, 2, 0], [0, 1, 0, 0, -2, 0, 0], [1, 0, 0, -2, 0, 0, 0]])
ORDER = np.array([[1, 0, 0, 0, 1, 0, 0], [0, 0, 0, 1, 0, 1, 0], [0, 1, 0, 1, 0, 0, 0], [0, 0, 1, 0, 1, 0, 0],
                  [0, 1, 0, 0, 0, 1, 0], [0, 0, 1, 1, 0, 0, 0], [0, 0, 0, 0, 2, 0, 1], [0, 0, 0, 2, 0, 0, 1]])
A0 = np.array([2.65e10, 1.3e7, 3.87e-2, 452, 216, 2.97, 6.4e5, 1.2e5])
B = np.array([-0.6707, 0, 2.7, 1.6, 1.51, 2.02, -1, -1])
EA = np.array([71300, 0, 26192, 77080, 14351, 56066, 0, 0.0])


def print_rows(names, rows):
    print(",".join(["time"] + names))
    for row in rows:
        print(",".join(f"{value:.10g}" for value in row))


def constant_heat():
    cv, hf = np.array([26, 22, 35, 12.5, 12.5, 22, 12.5]), np.array([0, 0, -241826, 249180, 217998, 38987, 0.0])
    return (lambda T: hf + cv * (T - 298.15)), (lambda T: cv)


def nasa_heat():
    """The published polynomials, read where they are kept; their values are tested by `heated` and by equilibrium constants."""
    text = (Path(__file__).parents[3] / "library/Mica/Gas/Species.mo").read_text()
    numbers = "([-+0-9.eE, ]+)"
    table = {name: [[float(x) for x in part.split(",")] for part in parts]
             for name, *parts in re.findall(r"constant Data (\w+)\(.*?low=\{" + numbers + r"\}, high=\{" + numbers + r"\}", text)}
    data = [table[name] for name in ("O2", "H2", "H2O", "O", "H", "OH", "Ar")]

    def energy(T):
        return np.array([R * T * (sum(a[k] * T**k / (k + 1) for k in range(5)) + a[5] / T - 1) for a in (d[0 if T < 1000 else 1] for d in data)])

    def heat(T):
        return np.array([R * (sum(a[k] * T**k for k in range(5)) - 1) for a in (d[0 if T < 1000 else 1] for d in data)])
    return energy, heat


def ignition(energy, heat):
    V = 1e-3

    def f(t, y):
        N, T = y[:7], y[7]
        rate = A0 * T**B * np.exp(-EA / (R * T)) * np.prod((N / V)[None, :] ** ORDER, axis=1)
        dN = V * STOICHIOMETRY.T @ rate
        return np.append(dN, -(dN @ energy(T)) / (N @ heat(T)))

    times = np.linspace(0, 5e-3, 26)
    start = [0.006, 0.006, 0, 1e-9, 1e-9, 0, 0.02, 1400]
    found = solve_ivp(f, (0, 5e-3), start, method="BDF", rtol=1e-10, atol=[1e-16] * 7 + [1e-7], t_eval=times)
    print_rows(["vessel.T"] + [f"vessel.N[{i + 1}]" for i in range(7)], [[t, y[7], *y[:7]] for t, y in zip(times, found.y.T)])


# Ethanol and water
CPL, CPV, HV, VL, T0 = np.array([140, 75.5]), np.array([73, 34.0]), np.array([38600, 41700.0]), np.array([6.2e-5, 1.86e-5]), 351.0


def saturation(T):
    return 101325 / 760 * 10 ** (np.array([8.20417, 8.07131]) - np.array([1642.89, 1730.63]) / (np.array([230.300, 233.426]) + T - 273.15))


def activity(x):
    d = 1.6798 * x[0] + 0.9227 * x[1]
    return np.exp([1.6798 * (0.9227 * x[1] / d) ** 2, 0.9227 * (1.6798 * x[0] / d) ** 2])


def boiling():
    z = np.array([0.1, 0.9])
    pressure = lambda t: 1e5 - 1e4 * (min(max(t, 1), 6) - 1)
    cp, v = z @ CPL, z @ VL
    liquid = lambda t: 358 + v * (pressure(t) - 1e5) / cp
    start = brentq(lambda t: log(z @ (activity(z) * saturation(liquid(t))) / pressure(t)), 1, 6, xtol=1e-13)
    state = [liquid(start), 0.0, 0.1]

    def phases(H, p):
        """Temperature, vapour fraction and liquid of a given enthalpy."""
        def g(u):
            T, beta, x1 = u
            x = np.array([x1, 1 - x1])
            y = x * activity(x) * saturation(T) / p
            return [sum(y) - 1, (1 - beta) * x1 + beta * y[0] - 0.1, ((1 - beta) * (x @ CPL) * (T - T0) + beta * (y @ (HV + CPV * (T - T0))) - H) / 1e4]
        state[:] = fsolve(g, state, xtol=1e-13)
        return state[0], state[1], np.array([state[2], 1 - state[2]])

    def f(t, H):
        p = pressure(t)
        T, beta, x = phases(H[0], p)
        return [((1 - beta) * (x @ VL) + beta * R * T / p) * (-1e4 if t < 6 else 0)]

    times = np.arange(2, 6.01, 0.5)
    found = solve_ivp(f, (start, 6), [cp * (liquid(start) - T0)], method="DOP853", rtol=1e-10, atol=1e-8, t_eval=times)
    rows = []
    for t, H in zip(times, found.y[0]):
        T, beta, x = phases(H, pressure(t))
        rows.append([t, T, beta, x[0], start])
    print_rows(["T", "beta", "x[1]", "boilingTime"], rows)


def flash():
    V, area, z, feed, T_feed, kv, kl, Q = 0.1, 0.1, np.array([0.1, 0.9]), 1.0, 360.0, 1e-4, 10.0, 15000.0
    x = np.array([0.05, 0.95])
    T = brentq(lambda T: (x * activity(x)) @ saturation(T) - 1e5, 330, 390, xtol=1e-12)
    y = x * activity(x) * saturation(T) / 1e5
    L = 0.3 * V / (x @ VL)
    G = 0.7 * V * 1e5 / (R * T)
    guess = [T, 1.0, 0.05, L, G]

    def phases(N, U):
        def g(u):
            T, p, x1, L, G = u
            x = np.array([x1, 1 - x1])
            y = x * activity(x) * saturation(T) / (p * 1e5)
            H = L * (x @ CPL) * (T - T0) + G * (y @ (HV + CPV * (T - T0)))
            return [sum(y) - 1, *((L * x + G * y - N) / 100), (L * (x @ VL) + G * R * T / (p * 1e5) - V) / V, (H - p * 1e5 * V - U) / 1e6]
        guess[:] = fsolve(g, guess, xtol=1e-13)
        T, p, x1, L, G = guess
        x = np.array([x1, 1 - x1])
        return T, p * 1e5, x, x * activity(x) * saturation(T) / (p * 1e5), L, G

    def f_of(t_ref):
        def f(t, s):
            T, p, x, y, L, G = phases(s[:2], s[2])
            out = 1e5 - 5e4 * min(max((t - 20) / 60, 0), 1)
            vent, drain = kv * (p - out), kl * L * (x @ VL) / area
            return [*(feed * z - vent * y - drain * x), feed * (z @ CPL) * (T_feed - T0) - vent * (y @ (HV + CPV * (T - T0))) - drain * (x @ CPL) * (T - T0) + Q]
        return f

    state = [*(L * x + G * y), L * (x @ CPL) * (T - T0) + G * (y @ (HV + CPV * (T - T0))) - 1e5 * V]
    rows, t = [], 0.0
    for target in range(0, 201, 10):
        if target:
            state = solve_ivp(f_of(t), (t, target), state, method="LSODA", rtol=1e-10, atol=1e-8).y[:, -1]
        t = float(target)
        T, p, x, y, L, G = phases(state[:2], state[2])
        rows.append([t, T, p, x[0], L / (L + G)])
    print_rows(["vessel.T", "vessel.p", "vessel.x[1]", "vessel.fraction"], rows)


def air_heat(T):
    """Molar heat capacity of dry air as an ideal gas, by CoolProp's equations of state."""
    from CoolProp.CoolProp import PropsSI
    parts = {"Nitrogen": 0.7808, "Oxygen": 0.2095, "Argon": 0.0093}
    return sum(n * PropsSI("CP0MOLAR", "T", T, "P", 1e5, name) for name, n in parts.items()) / 0.9996


def heated():
    n = 0.9996
    T = brentq(lambda T: n * quad(lambda x: air_heat(x) - R, 300, T, epsrel=1e-8)[0] - 20000, 500, 1500)
    print_rows(["vessel.T"], [[20, T]])


def discharge():
    p0 = 0.79968 * R * 300 / 1e-2
    T = brentq(lambda T: quad(lambda x: air_heat(x) / x, 300, T, epsrel=1e-8)[0] - R * log(101325 / p0), 100, 300)
    print_rows(["vessel.T", "vessel.p"], [[30, T, 101325]])


if __name__ == "__main__":
    {"ignition": lambda: ignition(*constant_heat()), "nasa": lambda: ignition(*nasa_heat()), "boiling": boiling, "flash": flash, "heated": heated, "discharge": discharge}[sys.argv[1]]()
