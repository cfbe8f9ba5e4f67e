"""The engine with turbocharger: the equations by hand, by the classical Runge-Kutta method in steps that are small beside the fastest time constant: the
first 0.15 s, in which the pressures settle and the engine gathers speed."""
from math import cos, exp, pi, sqrt

from integrate import print_table

END, STEP, EVERY = 0.15, 5e-6, 2000
R, CP, KAPPA, SIGMA = 287.0, 1005.0, 1.4, 5.67e-8
PA, TA = 1e5, 293.15
V = (2e-4, 1.5e-3, 2e-4, 4e-3, 3e-3, 2e-4)
DISPLACEMENT, N, M = 2e-3, 12, 8


def flow(area, p1, p2, temperature):
    dp = p1 - p2
    return area * sqrt((p1 + p2) / (R * temperature)) * dp / (dp * dp + 1e4) ** 0.25


def derivative(t, y):
    p, temp = y[:6], y[6:12]
    engine, turbo, throttle, moving, film, shown, trim = y[12:19]
    pipe, liner, coolant = y[19:19 + N], y[19 + N:19 + N + M], y[19 + N + M:]
    boost = 1 + 0.9 * (turbo / 1.2e4) ** 2
    gate = 1 / (1 + (p[3] / 1.7e5) ** 8)
    w = [flow(2.4e-3, PA, p[0], TA),
         6e-3 * (turbo / 1e4) * (1 - (p[1] / p[0] / (boost + 0.35)) ** 3) * p[0] / sqrt(temp[0] * TA) * 0.5,
         flow(2e-3, p[1], p[2], temp[1]),
         flow(1.6e-3 * (1 - cos(min(throttle, 1.5))) * 0.9 + 2e-5, p[2], p[3], temp[2]),
         DISPLACEMENT * engine / (4 * pi) * 0.9 * p[3] / (R * temp[3]),
         flow(5.5e-4 * (2.5 - 1.5 * gate), p[4], p[5], temp[4]),
         flow(2.2e-3, p[5], PA, temp[5])]
    hot = temp[0] * (1 + (max(p[1] / p[0], 1) ** 0.286 - 1) / 0.72)
    expanded = temp[4] * (1 - gate * 0.7 * (1 - max(p[4] / p[5], 1) ** -0.286))
    power = w[5] * CP * (temp[4] - expanded) - w[1] * CP * (hot - temp[0])
    injected = w[4] / 14.7 * (1 + trim)
    fuel = 0.7 * injected + film / 0.35
    burnt = fuel / (1 + (fuel / (w[4] / 14.7 + 1e-6)) ** 8) ** 0.125
    heat = burnt * 4.3e7
    torque = 0.36 * heat / engine - 12 - 0.06 * engine - DISPLACEMENT / (4 * pi) * (p[4] - p[3])
    exhaust = temp[3] + 0.36 * heat / (w[4] * CP + 1e-3) - 0.2 * (temp[3] + 800 - liner[M - 1])
    into = [w[0], w[1], w[2], w[3], w[4] + fuel, w[5]]
    entering = [TA, hot, TA + 0.3 * (temp[1] - TA), temp[2], exhaust, expanded]
    dp = [KAPPA * R * (into[k] * entering[k] - w[k + 1] * temp[k]) / V[k] for k in range(6)]
    dtemp = [(into[k] * CP * (entering[k] - temp[k]) + V[k] * dp[k]) * R * temp[k] / (p[k] * V[k] * CP) for k in range(6)]
    pedal = 0.15
    load = 20 + 8e-4 * engine * engine
    out = dp + dtemp + [(torque - load) / 0.35, (power - 1e-6 * turbo * turbo) / (4e-5 * turbo), moving, 3600 * (0.05 + 1.4 * pedal - throttle) - 90 * moving,
                        0.3 * injected - film / 0.35, (w[4] / (14.7 * fuel + 1e-6) - shown) / 0.08, 0.8 * (shown - 1)]
    passing = sqrt(w[6] ** 2 + 1e-6)
    keeps = exp(-0.15 * (passing / 1e-3) ** -0.2)
    gas = temp[5]
    along = [0.0] + [3 / (1 + (b + a) / 600) * (a - b) for a, b in zip(pipe, pipe[1:])] + [0.0]
    for i, wall in enumerate(pipe):
        after = wall + (gas - wall) * keeps
        out.append((passing * CP * (gas - after) - 0.05 * (8 * (wall - TA) + 0.8 * SIGMA * (wall ** 4 - TA ** 4)) + along[i] - along[i + 1]) / 250)
        gas = after
    across = [140 * (a - b) * (1 + 3 * (a - b) / 300) for a, b in zip(liner, coolant)]
    up = [0.0] + [60 * (a - b) for a, b in zip(liner, liner[1:])] + [0.0]
    out += [(0.25 * heat / M * (1 - 0.3 * (liner[i] / 600) ** 3) - across[i] + up[i] - up[i + 1]) / 900 for i in range(M)]
    out += [(across[i] + 2.4 * engine * ((355 if i == 0 else coolant[i - 1]) - coolant[i])) / 500 for i in range(M)]
    return out


def main():
    y = [0.99e5, 1.02e5, 1.015e5, 0.5e5, 1.08e5, 1.02e5, 293.15, 300, 300, 300, 900, 880, 100, 4000, 0.15, 0, 4e-5, 1, 0] + [600.0] * N + [370.0] * M + [360.0] * M
    rows = []
    for step in range(round(END / STEP) + 1):
        if step % EVERY == 0:
            rows.append([step * STEP, *y[:6], y[10], y[12], y[13], y[17], y[19], y[19 + N - 1], y[19 + N + M - 1], y[-1]])
        t, h = step * STEP, STEP
        k1 = derivative(t, y)
        k2 = derivative(t, [a + h / 2 * k for a, k in zip(y, k1)])
        k3 = derivative(t, [a + h / 2 * k for a, k in zip(y, k2)])
        k4 = derivative(t, [a + h * k for a, k in zip(y, k3)])
        y = [a + h / 6 * (p + 2 * (q + r) + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4)]
    print_table(["p[1]", "p[2]", "p[3]", "p[4]", "p[5]", "p[6]", "T[5]", "engine", "turbo", "lambda", "pipe[1]", f"pipe[{N}]", f"liner[{M}]", f"coolant[{M}]"], rows)


main()
