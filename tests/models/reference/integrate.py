"""A high-order integrator in plain Python, independent of the one under test: Gragg's midpoint rule with Bulirsch and Stoer's extrapolation.

Integrate(f, t0, y0, times) gives the solution of y' = f(t, y) at the times, to a relative error of about 1e-12 per unit of time for smooth f.
See Hairer, Nørsett, Wanner: Solving Ordinary Differential Equations I, section II.9.
"""
from math import inf

SEQUENCE = (2, 4, 6, 8, 10, 12, 14, 16)


def modified_midpoint(f, t, y, step, parts):
    h = step / parts
    before, now = y, [a + h * b for a, b in zip(y, f(t, y))]
    for i in range(1, parts):
        slope = f(t + i * h, now)
        before, now = now, [a + 2 * h * b for a, b in zip(before, slope)]
    return [0.5 * (a + b + h * c) for a, b, c in zip(now, before, f(t + step, now))]


def one_step(f, t, y, step):
    """The extrapolated value at t + step and an estimate of its error."""
    table = []
    for row, parts in enumerate(SEQUENCE):
        column = [modified_midpoint(f, t, y, step, parts)]
        for k in range(1, row + 1):
            ratio = (parts / SEQUENCE[row - k]) ** 2
            column.append([a + (a - b) / (ratio - 1) for a, b in zip(column[k - 1], table[row - 1][k - 1])])
        table.append(column)
    best, second = table[-1][-1], table[-1][-2]
    return best, max(abs(a - b) for a, b in zip(best, second))


def integrate(f, t, y, times, tolerance=1e-13):
    results = []
    y = list(y)
    step = 0.01
    for target in times:
        while t < target:
            size = min(step, target - t)
            new, error = one_step(f, t, y, size)
            allowed = tolerance * (1 + max(map(abs, y)))
            if error > allowed and size > 1e-9:
                step = size / 2
                continue
            y = new
            t = target if size == target - t else t + size
            if error < allowed / 1e4:
                step = max(step, size) * 1.5
        results.append(list(y))
    return results


def advance_until(f, t, y, crossing, latest, probe=1e-3):
    """Goes on from (t, y) to the first place where crossing(t, y) turns positive, or to `latest`; a time and the values there.

    `probe` must be shorter than any time that the function stays positive."""
    while t < latest:
        step = min(probe, latest - t)
        new, _ = one_step(f, t, y, step)
        if crossing(t + step, new) > 0:
            low, high = 0.0, step
            for _ in range(80):
                middle = (low + high) / 2
                if crossing(t + middle, one_step(f, t, y, middle)[0]) > 0:
                    high = middle
                else:
                    low = middle
            return t + high, one_step(f, t, y, high)[0]
        t, y = t + step, new
    return latest, y


def print_table(names, rows):
    print(",".join(["time"] + names))
    for row in rows:
        print(",".join(f"{value:.12g}" for value in row))


def grid(stop, parts):
    return [stop * i / parts for i in range(parts + 1)]
