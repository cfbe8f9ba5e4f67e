"""The attractor of Rössler."""
from integrate import grid, integrate, print_table

A, B, C = 0.2, 0.2, 8.0
times = grid(40.0, 40)
f = lambda _, s: [-s[1] - s[2], s[0] + A * s[1], B + s[0] * s[2] - C * s[2]]
print_table(["x", "y", "z"], [[t] + s for t, s in zip(times, integrate(f, 0.0, [1.0, 3.0, 0.0], times))])
