"""Chains of inertias, springs and a motor, by the equations of motion: drivelines.py actuator|axis|model1|spring|backlash|stiff."""
import sys
from math import sin, sqrt

from integrate import advance_until, grid, integrate, print_table


def actuator():
    """Inertia, spring and damper, inertia with a mass on a rack, spring and damper to the ground; the states phi, w, s, v, x, J."""
    d = 5.286964

    def f(t, y):
        phi, w, s, v, x, _ = y
        inner = 15 * (s - phi) + 2 * (v - w)
        return [w, (1 + inner) / 0.1, v, (-inner - 20 * s - d * v) / 0.6, (0.05 - x) / 0.2, (s - x) ** 2]

    times = grid(4, 40)
    rows = integrate(f, 0, [0.0] * 6, times)
    print_table(["SlidingMass1.s", "Inertia1.w", "x", "J"], [[t, y[2], y[1], y[4], y[5]] for t, y in zip(times, rows)])


def axis():
    """Three inertias of 1 with springs of 0.7 and 1; a torque of 1 on the first for 2 s."""
    def f_of(torque):
        def f(t, y):
            a, b, c, u, v, w = y
            return [u, v, w, torque - 0.7 * (a - b), 0.7 * (a - b) - (b - c), b - c]
        return f

    times = grid(200, 200)
    first = [t for t in times if t <= 2]
    rows = integrate(f_of(1), 0, [0.0] * 6, first)
    rows += integrate(f_of(0), 2, rows[-1], times[len(first):])
    print_table(["Inertia1.w", "Inertia3.w"], [[t, y[3], y[5]] for t, y in zip(times, rows)])


def model1():
    """L*i' = 1 - R*i - k*w1, J1*w1' = k*i - c*(p1 - p2), J2*w2' = c*(p1 - p2)."""
    def f(t, y):
        i, p1, w1, p2, w2 = y
        return [1 - 0.9 * i - w1, w1, i - (p1 - p2), w2, p1 - p2]

    times = grid(20, 40)
    print_table(["Inductor1.i", "Inertia2.w"], [[t, y[0], y[4]] for t, y in zip(times, integrate(f, 0, [0.0] * 5, times))])


def spring():
    """In closed form: the sum turns with 1/3 rad/s2, the difference swings with the root of 100*(1 + 1/2)."""
    w = sqrt(150)
    print_table(["inertia1.w", "inertia2.w"], [[t, t / 3 + 2 / 3 * sin(w * t) / w, t / 3 - sin(w * t) / w / 3] for t in grid(3, 30)])


def backlash(gap):
    """The first inertia is ahead of the second by x; they touch where x is more than half the gap."""
    def f(t, y):
        x, u, total = y
        force = 100 * (x - gap / 2) if x > gap / 2 else 0.0
        return [u, 1 - 1.5 * force, 1 / 3]

    rows, t, y, touches = [[0.0, 0.0, 0.0]], 0.0, [0.0, 0.0, 0.0], False
    for target in grid(3, 30)[1:]:
        while t < target:
            side = -1 if touches else 1
            t, y = advance_until(f, t, y, lambda _, z: side * (z[0] - gap / 2), target)
            if t < target:
                touches = not touches
                y[0] = gap / 2 + (1e-15 if touches else -1e-15)
        rows.append([t, -y[0], y[2] + 2 / 3 * y[1]])
    print_table(["backlash.phi_rel", "inertia1.w"], rows)


def stiff():
    """Motor, spring, pump, volume, hydraulic motor: the states i, w, twist, wp, p, wm."""
    def f_of(voltage, load):
        def f(t, y):
            i, w, twist, wp, p, wm = y
            return [(voltage - 0.5 * i - w) / 5e-3, (i - 0.02 * w - 2e4 * twist) / 0.05, w - wp, (2e4 * twist - 2e-6 * p * 1e6) / 0.01,
                    (2e-6 * wp - 4e-6 * wm - 1e-12 * p * 1e6) / 1e-12 / 1e6, (4e-6 * p * 1e6 - 0.5 * wm - load) / 0.5]
        return f

    y, t, rows = [0.0] * 6, 0.1, [[0.0] + [0.0] * 4, [0.1] + [0.0] * 4]
    for target in [0.25 * k for k in range(1, 25)]:
        y = integrate(f_of(100.0, 5.0 if t >= 3 else 0.0), t, y, [target], 1e-11)[0]
        t = target
        rows.append([t, y[1], y[3], y[5], y[4] * 1e6])
    print_table(["motor.w", "pump.w", "hydraulicMotor.w", "volume.p"], rows)


def main():
    name, *numbers = sys.argv[1:]
    {"actuator": actuator, "axis": axis, "model1": model1, "spring": spring, "backlash": backlash, "stiff": stiff}[name](*map(float, numbers))


if __name__ == "__main__":
    main()
