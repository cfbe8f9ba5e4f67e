"""A diode between an inductor and a smoothed load. Conducting: L*i' = v0(t) - v, C*v' = i - v/R2; blocking: i = 0, C*v' = -v/R2. It blocks when the
current comes down to zero and conducts when v0 rises above v. The classical Runge-Kutta method with a step of 1 µs; switching times by bisection."""
from math import exp, pi, sin

from integrate import print_table

L, R2, C, V, F = 0.01, 20.0, 2e-4, 10.0, 50.0
STEP = 1e-6


def source(t):
    return V * sin(2 * pi * F * t)


def slopes(t, i, v):
    return (source(t) - v) / L, (i - v / R2) / C


def conduct(t, i, v, h):
    a = slopes(t, i, v)
    b = slopes(t + h / 2, i + h / 2 * a[0], v + h / 2 * a[1])
    c = slopes(t + h / 2, i + h / 2 * b[0], v + h / 2 * b[1])
    d = slopes(t + h, i + h * c[0], v + h * c[1])
    return i + h / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0]), v + h / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1])


def block(t, i, v, h):
    return 0.0, v * exp(-h / (R2 * C))


def main():
    rows = []
    t, i, v, step = 0.0, 0.0, 0.0, conduct
    for k in range(101):
        wanted = k * 1e-3
        while t < wanted - 1e-15:
            h = min(STEP, wanted - t)

            def passed(length):
                at = step(t, i, v, length)
                return at[0] < 0 if step is conduct else source(t + length) > at[1]

            if passed(h):
                low, high = 0.0, h
                for _ in range(60):
                    middle = (low + high) / 2
                    low, high = (low, middle) if passed(middle) else (middle, high)
                (i, v), t = step(t, i, v, high), t + high
                i, step = 0.0, block if step is conduct else conduct
            else:
                (i, v), t = step(t, i, v, h), t + h
        t = wanted
        rows.append([wanted, v, i, source(wanted) - v if step is block else 0.0])
    print_table(["C.v", "L.i", "diode.v"], rows)


main()
