"""The rule by which a trajectory agrees with a maintainer's reference, where tool and version differ.

For every signal of the reference, at most MAY_DISAGREE of its points lie outside a tube. The tube's half-width is RANGE_SHARE of the signal's range, or MAGNITUDE_SHARE of its
magnitude if that is more; in time it is half an interval of the reference wide to either side.
"""
import bisect

MAY_DISAGREE = 0.02
RANGE_SHARE, MAGNITUDE_SHARE = 1e-3, 1e-5
SAME_TIME = 1e-9  # of the simulated span: rounding of times
NOISE = 1e-8  # a signal that is smaller everywhere, in both, is a difference of equal quantities: counted all the same, and named
NOISE_WORDS = " (rounding; all below 1e-8)"


def points_outside(times, values, reference_times, reference_values):
    """How many points of the reference lie outside the tube around the trajectory (times, values), which is linear between its points."""
    low, high = min(reference_values), max(reference_values)
    width = max(RANGE_SHARE * (high - low), MAGNITUDE_SHARE * max(abs(low), abs(high)))
    span = reference_times[-1] - reference_times[0]
    half = 0.5 * span / max(len(reference_times) - 1, 1)
    outside = 0
    for time, wanted in zip(reference_times, reference_values):
        begin, end = time - half, time + half
        first = bisect.bisect_left(times, begin - SAME_TIME * span)
        last = bisect.bisect_right(times, end + SAME_TIME * span)
        seen = values[first:last] + [interpolate(times, values, begin), interpolate(times, values, end)]
        if not (min(seen) - width <= wanted <= max(seen) + width):
            outside += 1
    return outside


def interpolate(times, values, at):
    """The value at a time; beyond the ends that of the end."""
    right = bisect.bisect_right(times, at)
    if right == 0 or right == len(times):
        return values[0 if right == 0 else -1]
    a, b = times[right - 1], times[right]
    share = (at - a) / (b - a) if b > a else 1.0
    return values[right - 1] + share * (values[right] - values[right - 1])


def disagreements(trajectory, reference):
    """[text] of the signals of the reference, {name: (times, values)}, that the trajectory (times, {name: values}) does not agree with."""
    times, columns = trajectory
    found = []
    for name, (reference_times, reference_values) in reference.items():
        if name not in columns:
            found.append(f"{name} is missing")
            continue
        outside = points_outside(times, columns[name], reference_times, reference_values)
        if not outside <= MAY_DISAGREE * len(reference_times):
            is_noise = max(map(abs, [*reference_values, *columns[name]])) < NOISE
            found.append(f"{name}: {outside} of {len(reference_times)} points outside{NOISE_WORDS if is_noise else ''}")
    return found
