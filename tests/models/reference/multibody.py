"""A physical pendulum that falls from the horizontal: multibody.py."""
from math import cos

from integrate import grid, integrate, print_table


def main():
    rate = 2 * 9.80665 * 0.5 / (0.1 + 2 * 0.5**2)
    times = grid(3, 30)
    rows = integrate(lambda t, y: [y[1], rate * cos(y[0])], 0, [0.0, 0.0], times)
    print_table(["joint.phi", "joint.w"], [[t, *y] for t, y in zip(times, rows)])


if __name__ == "__main__":
    main()
