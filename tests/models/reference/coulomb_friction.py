"""The block with friction: it sticks until the push passes f0, slides by m*v' = u - sign*f0 - f1*v until v = 0, then sticks or turns."""
from math import sin

from integrate import advance_until, grid, integrate, print_table

M, F0, F1, AMPLITUDE, OMEGA, STOP = 1.0, 1.0, 0.5, 2.0, 2.0, 10.0


def push(t):
    return AMPLITUDE * sin(OMEGA * t)


def phases():
    """(from, to, direction, f, v at from): direction 0 is stuck."""
    t = 0.0
    while t < STOP:
        begin, _ = advance_until(lambda *_: [0.0], t, [0.0], lambda s, _: abs(push(s)) - F0, STOP)
        if begin > t:
            yield t, begin, 0
        t = begin
        if t >= STOP:
            return
        sign = 1 if push(t) > 0 else -1
        f = lambda s, y, sign=sign: [(push(s) - sign * F0 - F1 * y[0]) / M]
        # One short step first, so that the block has left v = 0.
        later = min(t + 1e-3, STOP)
        (v,) = integrate(f, t, [0.0], [later])
        end, _ = advance_until(f, later, v, lambda _, y, sign=sign: -sign * y[0], STOP)
        yield t, end, sign
        t = end


def main():
    rows = []
    times = grid(STOP, 100)
    for begin, end, sign in phases():
        f = lambda s, y, sign=sign: [(push(s) - sign * F0 - F1 * y[0]) / M] if sign else [0.0]
        inside = [t for t in times if begin <= t < end or (t == STOP and end >= STOP)]
        for t, (v,) in zip(inside, integrate(f, begin, [0.0], inside)):
            # Right after a switching the friction force is still on its way through a jump of the other side: leave those out.
            force = push(t) if sign == 0 else sign * F0 + F1 * v
            rows.append([t, v, force])
    print_table(["v", "f"], rows)


main()
