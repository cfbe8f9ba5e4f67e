"""SimpleDAE: at every point Newton's method finds the derivatives, from those of the point before."""
from math import cos, sin

from integrate import grid, integrate, print_table

last = [0.0, 0.0]


def derivatives(_, x):
    x1, x2 = x
    d1, d2 = last
    for _ in range(50):
        q = 1 + d1 * d1
        r1 = (d1 + sin(d2)) / q + x1 * x2 + x1 - 1
        r2 = sin(d1) - d2 / q - 2 * x1 * x2 + x1
        a11 = 1 / q - (d1 + sin(d2)) * 2 * d1 / q**2
        a12 = cos(d2) / q
        a21 = cos(d1) + d2 * 2 * d1 / q**2
        a22 = -1 / q
        determinant = a11 * a22 - a12 * a21
        step1 = (r1 * a22 - r2 * a12) / determinant
        step2 = (a11 * r2 - a21 * r1) / determinant
        d1, d2 = d1 - step1, d2 - step2
        if abs(step1) + abs(step2) < 1e-15:
            break
    last[:] = [d1, d2]
    return [d1, d2]


times = grid(10.0, 20)
print_table(["x1", "x2"], [[t] + x for t, x in zip(times, integrate(derivatives, 0.0, [0.0, 0.0], times))])
