"""The smooth step and its integral, t^3 - t^4/2 up to 1. Closed form."""
from integrate import grid, print_table

rows = []
for t in grid(2.0, 20):
    if t < 1:
        rows.append([t, 3 * t**2 - 2 * t**3, t**3 - t**4 / 2])
    else:
        rows.append([t, 1.0, t - 0.5])
print_table(["y", "area"], rows)
