"""The sampled controllers. Between samples u is constant, so x goes to u as exp(-t): a recurrence that is exact.

The first three variants differ in when the controller first acts, not in what it then does: their trajectories after time 0 agree."""
import sys
from math import exp

from integrate import print_table

K, T, TS = 10.0, 1.0, 0.01


def main(name):
    x, xd = (1.0, 1.0 / K) if name == "steady_state" else (2.0, 0.0)
    rows = []
    for sample in range(100):
        start = sample * TS
        reference = 1.0 if start < 0.505 else 1.5
        xd += TS / T * (reference - x)
        u = K * (xd + reference - x)
        if sample % 5 == 0:
            middle = u + (x - u) * exp(-TS / 2)
            rows.append([start + TS / 2, middle, u, xd])
        x = u + (x - u) * exp(-TS)
    print_table(["x", "u", "xd"], rows)


main(sys.argv[1])
