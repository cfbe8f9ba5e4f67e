"""The ladder: the node equations written down by hand, R = 100 and C[i] = 1e-3/i."""
from integrate import grid, integrate, print_table

R, N = 100.0, 4


def f(_, v):
    nodes = [1.0] + list(v)
    slopes = []
    for i in range(1, N + 1):
        current = (nodes[i - 1] - nodes[i]) / R
        if i < N:
            current -= (nodes[i] - nodes[i + 1]) / R
        slopes.append(current * i / 1e-3)
    return slopes


times = grid(2.0, 20)
print_table([f"v[{i}]" for i in range(1, N + 1)], [[t] + v for t, v in zip(times, integrate(f, 0.0, [0.0] * N, times))])
