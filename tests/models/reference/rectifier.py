"""The rectifier: C*v' = max(v0(t) - v, 0)/R1 - v/R2. Either side of a switching the equation is linear, so its solution is known in closed form;
the switching times are found by bisection."""
from math import atan2, cos, exp, hypot, pi, sin

from integrate import print_table

R1, R2, C, V, F = 1.0, 50.0, 1e-3, 10.0, 50.0
OMEGA = 2 * pi * F
RATE = 1 / (R1 * C) + 1 / (R2 * C)  # of the conducting circuit


def source(t):
    return V * sin(OMEGA * t)


def conducting(t0, v0, t):
    """v' = -RATE*v + V*sin(OMEGA*t)/(R1*C)"""
    amplitude = V / (R1 * C) / hypot(RATE, OMEGA)
    phase = atan2(OMEGA, RATE)
    forced = lambda s: amplitude * sin(OMEGA * s - phase)
    return forced(t) + (v0 - forced(t0)) * exp(-RATE * (t - t0))


def blocking(t0, v0, t):
    return v0 * exp(-(t - t0) / (R2 * C))


def main():
    times = [i * 1e-3 for i in range(101)]
    rows = []
    t0, v0, solution = 0.0, 0.0, conducting
    wanted = iter(times)
    next_time = next(wanted)
    h = 1e-5
    t = 0.0
    while next_time is not None:
        end = t + h
        sign = 1 if solution is conducting else -1
        passed = lambda s: sign * (source(s) - solution(t0, v0, s)) < 0 and s > t0 + 1e-12
        switch = None
        if passed(end):
            low, high = t, end
            for _ in range(80):
                middle = (low + high) / 2
                low, high = (low, middle) if passed(middle) else (middle, high)
            switch = high
        while next_time is not None and next_time <= (switch if switch is not None else end):
            v = solution(t0, v0, next_time)
            current = (source(next_time) - v) / R1 if solution is conducting else 0.0
            rows.append([next_time, v, current, source(next_time)])
            next_time = next(wanted, None)
        if switch is not None:
            t0, v0, t = switch, solution(t0, v0, switch), switch
            solution = blocking if solution is conducting else conducting
        else:
            t = end
    print_table(["C.v", "diode.i", "source.v"], rows)


main()
