"""Reads the CSV that mica writes (two rows at an event) and compares it with a reference."""
import csv
from bisect import bisect_right


class Trajectory:
    def __init__(self, path):
        with open(path, newline="") as file:
            rows = list(csv.reader(file))
        if not rows or not rows[0] or rows[0][0] != "time":
            raise ValueError(f"{path}: the first column is not time")
        self.names = rows[0]
        self.index = {name: i for i, name in enumerate(self.names)}
        self.rows = [[number(text) for text in row] for row in rows[1:]]
        self.times = [row[0] for row in self.rows]

    def at(self, name, time):
        """The value at a time of the output grid, after events if there are any; None if there is no such time."""
        slack = 1e-9 * (1 + abs(time))
        place = bisect_right(self.times, time + slack) - 1
        if place < 0 or abs(self.times[place] - time) > slack:
            return None
        return self.rows[place][self.index[name]]


def number(text):
    if text in ("true", "false"):
        return float(text == "true")
    try:
        return float(text)
    except ValueError:
        return text


def differences(result, reference, tolerance, floor=1):
    """A line for each variable that the result lacks or has wrong."""
    found = []
    for name in reference.names[1:]:
        if name not in result.index:
            found.append(f"{name} is not in the result")
            continue
        column = [row[reference.index[name]] for row in reference.rows]
        allowed = tolerance * (floor + max(map(abs, column)))
        worst = None
        for time, wanted in zip(reference.times, column):
            value = result.at(name, time)
            if value is None:
                found.append(f"{name}: the result has no row at time {time:.6g}; it ends at {result.times[-1] if result.times else '?'}")
                break
            error = abs(value - wanted)
            if not error <= allowed and (worst is None or error > worst[0]):
                worst = (error, time, value, wanted)
        if worst:
            error, time, value, wanted = worst
            found.append(f"{name} at {time:.6g} is {value:.10g}, expected {wanted:.10g}: off by {error:.2g}, allowed {allowed:.2g}")
    return found
