"""The rod: its semi-discrete equations are linear with known eigenvectors, sin((2k-1)*pi*i/(2N)) with N = n - 1, because the mirrored point at the right end
makes the discrete solution symmetric about i = N. Each mode is a scalar equation a' = -l*a + c*g(t) that has a closed form."""
from math import cos, exp, pi, sin

from integrate import grid, print_table

LENGTH, COUNT, OMEGA = 1.0, 50, pi / 12
N = COUNT - 1
DX = LENGTH / COUNT


def main():
    places = range(1, N + 1)
    weight = [1.0] * (N - 1) + [0.5]
    start = [20 * sin(pi / 2 * i * DX) for i in places]  # over 300, where the left end begins too
    modes = []
    for k in range(1, N + 1):
        angle = (2 * k - 1) * pi / (2 * N)
        shape = [sin(angle * i) for i in places]
        norm = sum(w * s * s for w, s in zip(weight, shape))
        rate = 4 / DX**2 * sin(angle / 2) ** 2
        initial = sum(w * s * u for w, s, u in zip(weight, shape, start)) / norm
        drive = shape[0] / DX**2 / norm  # the left end enters the first equation alone
        modes.append((shape, rate, initial, 20 * drive))
    wanted = [2, 10, 25, 50]
    rows = []
    for t in grid(1.0, 10):
        u = [300.0] * N
        for shape, rate, initial, drive in modes:
            # a' = -rate*a + drive*sin(OMEGA*t)
            forced = lambda s: drive * (rate * sin(OMEGA * s) - OMEGA * cos(OMEGA * s)) / (rate**2 + OMEGA**2)
            a = forced(t) + (initial - forced(0.0)) * exp(-rate * t)
            for i in range(N):
                u[i] += a * shape[i]
        left = 300 + 20 * sin(OMEGA * t)
        full = [left] + u + [u[N - 2]]
        rows.append([t] + [full[i - 1] for i in wanted])
    print_table([f"u[{i}]" for i in wanted], rows)


main()
