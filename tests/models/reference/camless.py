"""An armature between springs and the magnet that catches it, by its equations of motion: camless.py catch|sweep."""
import sys
from math import exp

from integrate import advance_until, integrate, print_table

W, L, ZETA, M = 953.0, 7.75e-3, 0.003, 0.1
A, K, R, SATURATION, LEAKAGE = 1.1e-3, 4e-3, 0.42, 0.32, 1e-5


def motion(voltage):
    """States in units near one: gap in mm, speed in m/s, current in A; time in ms."""
    def f(t, y):
        x, v, i = y[0] * 1e-3, y[1], y[2]
        g = A / ((K + x) * SATURATION)
        e = exp(-g * i)
        force = SATURATION / (K + x) * (i * e + (e - 1) / g)
        flux_by_i = SATURATION * g * e + LEAKAGE
        flux_by_x = -SATURATION * e * i * g / (K + x)
        acceleration = (force - 2 * ZETA * M * W * v - M * W * W * (x - L / 2)) / M
        return [v, acceleration * 1e-3, (voltage - R * i - flux_by_x * v) / flux_by_i * 1e-3]
    return f


def contact(voltage, wait, latest):
    """Time in ms and speed of the first contact, or None."""
    y = integrate(motion(0.0), 0.0, [L * 1e3, 0.0, 0.0], [wait], 1e-12)[0]
    t, y = advance_until(motion(voltage), wait, y, lambda _, z: -z[0], latest, probe=1e-2)
    return (t, -y[1]) if t < latest else None


def catch():
    y = integrate(motion(0.0), 0.0, [L * 1e3, 0.0, 0.0], [1.4], 1e-12)[0]
    times = [1.5 + 0.1 * k for k in range(17)]
    rows = integrate(motion(117.0), 1.4, y, times, 1e-12)
    t, speed = contact(117.0, 1.4, 5.0)
    print_table(["valve.s", "speed", "magnet.i"], [[t * 1e-3, z[0] * 1e-3, -z[1], z[2]] for t, z in zip(times, rows)])
    print(f"first contact after {t:.6f} ms with {speed:.6f} m/s", file=sys.stderr)


def sweep():
    """Pulses of 150 V; none of them ends before the contact."""
    found = [contact(150.0, wait, min(wait + 3.0, 4.9)) for wait in (0.5, 1.1, 1.5, 1.7, 1.9, 2.0)]
    print_table([f"speed[{k + 1}]" for k in range(6)], [[5e-3] + [c[1] if c else 0.0 for c in found]])


if __name__ == "__main__":
    {"catch": catch, "sweep": sweep}[sys.argv[1]]()
