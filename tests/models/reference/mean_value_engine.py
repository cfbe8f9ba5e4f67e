"""The engine of mean values with 26 states, by its balances and SciPy's Radau: mean_value_engine.py."""
from math import exp, pi, sqrt

import numpy as np
from scipy.integrate import solve_ivp

R, CP, KAPPA, PA, TA = 287.0, 1005.0, 1.4, 1e5, 293.15
V = np.array([3e-3, 3.5e-3, 2.5e-3, 4e-3, 4e-3, 5e-3])
SWEPT = 2e-3 / (4 * pi)


def flow(area, p1, p2, T):
    dp = p1 - p2
    return area * sqrt((p1 + p2) / (R * T)) * dp / (dp * dp + 4e6) ** 0.25


def rates(pedal, climb):
    def f(t, y):
        p, T = y[:6] * 1e5, y[6:12] * 100
        burnt, engine, turbo = y[12:14], y[14], y[15] * 1e3
        vanes, vanes_moving, valve, valve_moving, sensor, boost_error, air_error, manifold, liner, coolant = y[16:]
        boost, asked = 1 + 0.9 * pedal, 0.96 * SWEPT * engine
        w1 = flow(2.4e-3, PA, p[0], TA)
        w2 = 6e-4 * (turbo / 1e4) * (1 - (p[1] / p[0] / (1.35 + 0.9 * (turbo / 1.2e4) ** 2)) ** 3) * p[0] / sqrt(T[0] * TA)
        w3, w4 = flow(2e-3, p[1], p[2], T[1]), flow(2e-3, p[2], p[3], T[2])
        w5 = SWEPT * engine * 0.88 * p[3] / (R * T[3])
        w6, w7 = flow(1.1e-4 + 2.2e-4 * vanes, p[4], p[5], T[4]), flow(2.4e-3, p[5], PA, T[5])
        forward = flow(2e-4 * valve, p[4], p[3], T[4])
        egr = 0.5 * (forward + sqrt(forward * forward + 1e-6))
        fuel = 0.06 * pedal * w5 / (1 + (0.9 * pedal) ** 4 * (1 + burnt[0])) ** 0.25
        heat = fuel * 4.27e7
        torque = 0.4 * heat / engine - 10 - 0.02 * engine - SWEPT * (p[4] - p[3])
        liner_heat = 0.2 * heat * (1 - 0.2 * (liner - 380) / 300)
        exhaust = T[3] + (0.6 * heat - liner_heat) / ((w5 + fuel) * CP)
        hot = T[0] * (1 + ((p[1] / p[0]) ** 0.286 - 1) / 0.72)
        expanded = T[4] * (1 - 0.7 * (1 - (p[5] / p[4]) ** 0.286))
        manifold_heat = 12 * (T[4] - manifold)
        arriving = np.array([w1, w2, w3, w4 + egr, w5 + fuel, w6])
        leaving = np.array([w2, w3, w4, w5, w6 + egr, w7])
        carried = np.array([w1 * TA, w2 * hot, w3 * (TA + 0.3 * (T[1] - TA)), w4 * T[2] + egr * (360 + 0.2 * (T[4] - 360)), (w5 + fuel) * exhaust - manifold_heat / CP, w6 * expanded])
        dp = KAPPA * R * (carried - leaving * T) / V
        mass = p * V / (R * T)
        dT = (carried - arriving * T + V * dp / CP) / mass
        return np.concatenate([dp / 1e5, dT / 100, [
            (egr * burnt[1] - (w4 + egr) * burnt[0]) / mass[3], (w5 * burnt[0] + 15.5 * fuel - (w5 + fuel) * burnt[1]) / mass[4],
            (torque - (3 + 1.2e-3 * engine * engine) * climb) / 0.4, ((w6 * CP * (T[4] - expanded) - w2 * CP * (hot - T[0])) / turbo - 1e-6 * turbo) / 5e-5 / 1e3,
            vanes_moving, 1600 * (0.2 + 0.8 / (1 + exp(4 * (boost - p[3] / PA) + 2 * boost_error - 1)) - vanes) - 60 * vanes_moving,
            valve_moving, 1600 * (1 / (1 + exp(1 - 60 * (sensor - asked) - 20 * air_error)) - valve) - 60 * valve_moving,
            (w1 - sensor) / 0.05, boost - p[3] / PA, sensor - asked,
            (manifold_heat - 3 * (manifold - TA)) / 900, (liner_heat - 250 * (liner - coolant)) / 4000, (250 * (liner - coolant) - 300 * (coolant - 355)) / 6000]])
    return f


def main():
    y = np.array([0.99, 1.1, 1.09, 1.08, 1.25, 1.02, 2.9315, 3.05, 3.0, 3.1, 7.5, 7.2, 0.1, 0.6, 110, 6, 0.5, 0, 0.3, 0, 0.018, 0, 0, 600, 380, 360])
    print("time,engine,turbo,p[4],p[5],T[5],burnt[1],vanes,valve,manifold,liner")
    t = 0.0
    for target in [0.5 * k for k in range(1, 21)]:
        pedal = 0.2 if t < 2 else 0.7 if t < 6 else 0.35
        y = solve_ivp(rates(pedal, 1.2 if t >= 4 else 1.0), (t, target), y, method="Radau", rtol=1e-9, atol=1e-10).y[:, -1]
        t = target
        print(",".join(f"{value:.9g}" for value in [t, y[14], y[15] * 1e3, y[3] * 1e5, y[4] * 1e5, y[10] * 100, y[12], y[16], y[18], y[23], y[24]]))


if __name__ == "__main__":
    main()
