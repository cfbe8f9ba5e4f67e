"""Circuits with ideal switches, one piece between two switchings after the other: switched_circuits.py buck|boost|freewheel|bridge|bridge_inductor|three_phase|inlined, or switched_circuits.py leaking LEAKAGE.

Between switchings each circuit is a smooth differential equation, which integrate.py solves; the switchings are found by bisection, or are given by the clock."""
import sys
from math import pi, sin

from integrate import advance_until, grid, integrate, print_table


def wave(t):
    return 10.0 * sin(2 * pi * 50 * t)


def run(stop, parts, start, mode, equations, leave, clock=()):
    """Rows at a grid of times. equations[mode] gives the slopes; leave(mode) gives guards [(crossing, function of (t, y) that returns the next mode and y)];
    clock is a sorted list of (time, function of (mode, y) that returns the next mode)."""
    t, y, rows = 0.0, list(start), []
    clock = list(clock)
    mode_now = mode
    for wanted in grid(stop, parts):
        while t < wanted - 1e-14:
            target = min(wanted, clock[0][0]) if clock else wanted
            guards = leave(mode_now)
            crossing = (lambda s, z: max(guard(s, z) for guard, _ in guards)) if guards else (lambda s, z: -1.0)
            reached, y = advance_until(equations[mode_now], t, y, crossing, target, probe=2e-5)
            if reached < target - 1e-15:
                act = max(guards, key=lambda pair: pair[0](reached, y))[1]
                t = reached
                mode_now, y = act(t, y)
            else:
                t = target
                if clock and abs(clock[0][0] - t) < 1e-14:
                    mode_now = clock.pop(0)[1](mode_now, y)
        rows.append([wanted, *y])
    return rows


def chopper(boost):
    """Source, switch (20 kHz, closed 40 % of the time), diode, inductor, capacitor and load. y = [i, u]."""
    V, L, C, R, period, share = 12.0, 1e-4, 1e-4, 50.0, 5e-5, 0.4
    if boost:
        on = lambda t, y: [V / L, -y[1] / (R * C)]
        diode = lambda t, y: [(V - y[1]) / L, (y[0] - y[1] / R) / C]
    else:
        on = lambda t, y: [(V - y[1]) / L, (y[0] - y[1] / R) / C]
        diode = lambda t, y: [-y[1] / L, (y[0] - y[1] / R) / C]
    off = lambda t, y: [0.0, -y[1] / (R * C)]
    leave = lambda mode: [(lambda t, y: -y[0], lambda t, y: ("off", [0.0, y[1]]))] if mode == "diode" else []
    stop = 0.02 if not boost else 0.005
    clock = []
    for k in range(round(stop / period) + 1):
        if k:
            clock.append((k * period, lambda mode, y: "on"))
        clock.append(((k + share) * period, lambda mode, y: "diode"))
    rows = run(stop, 100, [0.0, 0.0], "on", {"on": on, "diode": diode, "off": off}, leave, clock)
    print_table(["l.i", "c.v"], rows)


def freewheel():
    """L*i' = max(v, 0) - R*i."""
    L, R = 0.05, 10.0
    rows, i, t = [[0.0, 0.0]], [0.0], 0.0
    for wanted in grid(0.04, 40)[1:]:
        driven = (t + wanted) / 2 % 0.02 < 0.01
        i = integrate(lambda s, y: [((wave(s) if driven else 0.0) - R * y[0]) / L], t, i, [wanted])[0]
        t = wanted
        rows.append([wanted, i[0]])
    print_table(["l.i"], rows)


def bridge():
    """C*u' = max(|v| - u, 0)/Rs - u/R."""
    Rs, C, R = 1.0, 1e-3, 50.0
    on = lambda t, y: [(abs(wave(t)) - y[0]) / Rs / C - y[0] / (R * C)]
    off = lambda t, y: [-y[0] / (R * C)]
    leave = lambda mode: [(lambda t, y: y[0] - abs(wave(t)), lambda t, y: ("off", y))] if mode == "on" else [(lambda t, y: abs(wave(t)) - y[0], lambda t, y: ("on", y))]
    print_table(["c.v"], run(0.1, 100, [0.0], "on", {"on": on, "off": off}, leave))


def bridge_inductor():
    """An inductor in the source: L*i' = v - u with i > 0, L*i' = v + u with i < 0, and C*u' = |i| - u/R. y = [i, u]."""
    L, C, R = 0.01, 2e-4, 20.0
    plus = lambda t, y: [(wave(t) - y[1]) / L, (y[0] - y[1] / R) / C]
    minus = lambda t, y: [(wave(t) + y[1]) / L, (-y[0] - y[1] / R) / C]
    off = lambda t, y: [0.0, -y[1] / (R * C)]

    def after(t, y):
        mode = "plus" if wave(t) > y[1] else "minus" if -wave(t) > y[1] else "off"
        return mode, [0.0, y[1]]

    def leave(mode):
        if mode == "off":
            return [(lambda t, y: wave(t) - y[1], lambda t, y: ("plus", y)), (lambda t, y: -wave(t) - y[1], lambda t, y: ("minus", y))]
        sign = 1 if mode == "plus" else -1
        return [(lambda t, y: -sign * y[0] - 1e-15, after)]

    print_table(["l.i", "c.v"], run(0.1, 100, [0.0, 0.0], "plus", {"plus": plus, "minus": minus, "off": off}, leave))


def three_phase():
    """Six diodes: L*i' = high - low - R*i, where the phases above `high` give i together through their resistances, and those below `low` take it. The classical Runge-Kutta method with a step of 2 us."""
    L, R, Rs, h = 0.02, 5.0, 0.1, 2e-6

    def level(voltages, i):
        """The highest voltage at which phases give the current i: sum of max(0, e - level) = Rs*i."""
        ordered = sorted(voltages, reverse=True)
        for n in (1, 2, 3):
            found = (sum(ordered[:n]) - Rs * i) / n
            if n == 3 or found >= ordered[n]:
                return found

    def slope(t, i):
        e = [10.0 * sin(2 * pi * 50 * t + k * 2 * pi / 3) for k in (0, -1, 1)]
        return (level(e, i) + level([-x for x in e], i) - R * i) / L

    i, rows = 0.0, [[0.0, 0.0]]
    for k in range(50000):
        t = k * h
        a = slope(t, i)
        b = slope(t + h / 2, i + h / 2 * a)
        c = slope(t + h / 2, i + h / 2 * b)
        i += h / 6 * (a + 2 * b + 2 * c + slope(t + h, i + h * c))
        if (k + 1) % 500 == 0:
            rows.append([(k + 1) * h, i])
    print_table(["l.i"], rows)


def leaking(leak):
    """The diode with Ron = Goff = leak between an inductor and a smoothed load, by the L-stable Runge-Kutta method of Alexander with two stages and a fixed step. y = [i, u]."""
    L, C, R, h = 0.01, 2e-4, 20.0, 5e-7
    gamma = 1 - 2**-0.5

    def stage(t, i, u):
        """The solution of y = (i, u) + h*gamma*f(t, y), in the mode whose sign of the current fits."""
        a = h * gamma
        for resistance in (leak, 1 / leak):
            # i1 = i + a*(v - u1 - resistance*i1)/L with u1 = (u + a*i1/C)/(1 + a/(R*C))
            k = 1 + a / (R * C)
            i1 = (i + a / L * (wave(t) - u / k)) / (1 + a * resistance / L + a * a / (L * C * k))
            if (i1 > 0) == (resistance == leak):
                break
        return i1, (u + a * i1 / C) / k

    i = u = 0.0
    rows = [[0.0, 0.0]]
    per_row = 2000
    for k in range(100 * per_row):
        t = k * h
        i1, u1 = stage(t + gamma * h, i, u)
        slope = ((i1 - i) / gamma, (u1 - u) / gamma)
        i, u = stage(t + h, i + (1 - gamma) * slope[0], u + (1 - gamma) * slope[1])
        if (k + 1) % per_row == 0:
            rows.append([(k + 1) * h, u])
    print_table(["C.v"], rows)


def inlined():
    """Backward Euler of 0.1 ms for the inductor alone: i = max(0, before + h*(v - u)/L) at any time, where before is the current at the last but one time of the clock."""
    L, C, R, h, parts = 0.01, 2e-4, 20.0, 1e-4, 40
    u = last = 0.0
    rows = [[0.0, 0.0]]
    for k in range(1000):
        before = last
        current = lambda t, u: max(0.0, before + h * (wave(t) - u) / L)
        last = current(k * h, u)
        slope = lambda t, u: (current(t, u) - u / R) / C
        d = h / parts
        for j in range(parts):
            t = k * h + j * d
            a = slope(t, u)
            b = slope(t + d / 2, u + d / 2 * a)
            c = slope(t + d / 2, u + d / 2 * b)
            u += d / 6 * (a + 2 * b + 2 * c + slope(t + d, u + d * c))
        if (k + 1) % 10 == 0:
            rows.append([(k + 1) * h, u])
    print_table(["C.v"], rows)


if __name__ == "__main__":
    {"leaking": lambda: leaking(float(sys.argv[2])), "inlined": inlined, "buck": lambda: chopper(False), "boost": lambda: chopper(True), "freewheel": freewheel, "bridge": bridge, "bridge_inductor": bridge_inductor, "three_phase": three_phase}[sys.argv[1]]()
