"""The four pendulums: phi'' = -g/L*sin(phi) from rest, integrated once for each start; the other coordinates follow from phi."""
import sys
from math import asin, cos, pi, sin

from integrate import grid, integrate, print_table

G, LENGTH, MASS = 9.81, 0.5, 1.0
STARTS = {
    "polar_pendulum": pi / 2,  # y = 0, to the right
    "polar_pendulum_length": pi - asin(0.6),  # x = 0.3, y = 0.4
    "cartesian_pendulum": asin(0.6),  # x = 0.3, y = -0.4
    "cartesian_pendulum_length": pi - asin(0.6),  # passes y = 0, where y does not follow from x
}


def main(name):
    def f(_, y):
        return [y[1], -G / LENGTH * sin(y[0])]

    times = grid(2.0, 20)
    rows = []
    for t, (phi, w) in zip(times, integrate(f, 0.0, [STARTS[name], 0.0], times)):
        x, y = LENGTH * sin(phi), -LENGTH * cos(phi)
        row = [t, x, y]
        if name.startswith("polar"):
            row += [phi, w]
        else:
            row += [LENGTH * cos(phi) * w, LENGTH * sin(phi) * w, MASS * (w * w + G * cos(phi) / LENGTH)]
        if name.endswith("length"):
            row.append(LENGTH)
        rows.append(row)
    names = ["x", "y"] + (["phi", "w"] if name.startswith("polar") else ["vx", "vy", "F"])
    print_table(names + (["L"] if name.endswith("length") else []), rows)


main(sys.argv[1])
