"""The gearbox in eight speeds and two twists, stepped in impulses: no modes, no events.

Every shaft is a linear form of the speeds v, so M v' = Q + Σ τ g where g is the form of a clutch's slip. A step of length h finds the impulses
p of the clutches, |p| <= h τ_max u, with which each either stands at its end or slides against its largest impulse (J. J. Moreau 1988; the
complementarity problem is solved by changing one clutch at a time, K. G. Murty 1974). All else is taken at the middle of the step.
"""
from math import tanh

from integrate import print_table

STEP, STOP, PRINT = 2e-3, 52.0, 100  # a row every PRINT steps
SPLIT, FRONT, REAR, RANGE, CENTRE, AXLE, TYRE = 3.0, 2.0, 2.0, 2.2, 2.0, 4.0, 1.01
CYCLE = """
 0 0.0 0 0 0 0 0 0 0 0 0 0 1
 1 0.0 0 1 0 1 0 0 1 0 1 1 1
 2 0.8 0 1 0 1 0 0 1 0 1 1 0
 4 0.9 0 0 1 1 0 0 1 0 1 1 0
 6 0.9 1 1 0 1 0 1 0 0 1 0 0
 8 0.9 1 0 1 1 0 1 0 0 1 0 0
10 0.9 1 1 0 1 1 0 0 0 1 0 0
12 1.0 1 0 1 1 1 0 0 0 1 0 0
15 1.0 1 0 1 1 0 0 1 1 0 0 0
19 1.0 1 1 0 1 0 1 0 1 0 0 0
24 1.0 1 0 1 1 0 1 0 1 0 0 0
30 0.0 1 0 1 1 0 1 0 1 0 0 0
31 0.0 1 1 0 1 0 1 0 1 0 0 0.5
33 0.0 1 0 1 1 0 0 1 1 0 0 0.5
35 0.0 1 0 1 1 1 0 0 0 1 0 0.5
37 0.0 1 0 1 1 0 1 0 0 1 0 0.5
40 0.0 0 1 0 1 0 0 1 0 1 0 0.5
43 0.0 0 0 0 0 0 0 0 0 0 0 1
44 0.0 0 1 0 0 1 0 1 0 1 1 1
45 0.6 0 1 0 0 1 0 1 0 1 1 0
49 0.0 0 0 0 0 0 0 0 0 0 0 1
"""
ROWS = [[float(x) for x in line.split()] for line in CYCLE.strip().splitlines()]


def form(**parts):
    names = ("engine", "turbine", "split_sun", "front_ring", "suns", "tail", "front_shaft", "vehicle")
    return [parts.get(name, 0.0) for name in names]


def mix(*parts):
    return [sum(factor * x[i] for factor, x in parts) for i in range(8)]


engine, turbine, split_sun, front_ring, suns, tail, front_shaft, vehicle = (
    form(**{name: 1.0}) for name in ("engine", "turbine", "split_sun", "front_ring", "suns", "tail", "front_shaft", "vehicle"))
shaft = mix(((1 + SPLIT) / SPLIT, turbine), (-1 / SPLIT, split_sun))
main_shaft = mix((1 / (1 + FRONT), suns), (FRONT / (1 + FRONT), front_ring))
rear_carrier = mix((1 / (1 + REAR), suns), (REAR / (1 + REAR), main_shaft))
range_ring = mix(((1 + RANGE) / RANGE, tail), (-1 / RANGE, main_shaft))
rear_shaft = mix(((1 + CENTRE) / CENTRE, tail), (-1 / CENTRE, front_shaft))
front_twist = mix((1, vehicle), (-1 / (AXLE * TYRE), front_shaft))
rear_twist = mix((1, vehicle), (-1 / AXLE, rear_shaft))

BODIES = [(1.2, engine), (0.3, turbine), (0.05, split_sun), (0.1, shaft), (0.08, front_ring), (0.06, suns), (0.1, rear_carrier), (0.1, main_shaft),
          (0.15, range_ring), (0.2, tail), (0.1, front_shaft), (0.1, rear_shaft), (2000, vehicle)]
CLUTCHES = [(2000, mix((1, turbine), (-1, engine))), (1200, mix((1, split_sun), (-1, turbine))), (1200, split_sun), (2000, mix((1, front_ring), (-1, shaft))),
            (2000, mix((1, suns), (-1, shaft))), (2000, suns), (4000, rear_carrier), (4000, mix((1, tail), (-1, range_ring))), (6000, range_ring),
            (3000, mix((1, rear_shaft), (-1, front_shaft))), (12000, vehicle)]


def solve(matrix, right):
    """Gauss with pivots."""
    n = len(right)
    rows = [list(matrix[i]) + [right[i]] for i in range(n)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[p] = rows[p], rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            if factor:
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - sum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
    return x


MASS = [[sum(j * a[i] * a[k] for j, a in BODIES) for k in range(8)] for i in range(8)]
INVERSE = [solve(MASS, [float(i == k) for i in range(8)]) for k in range(8)]  # symmetric
dot = lambda a, b: sum(x * y for x, y in zip(a, b))
RESPONSE = [[dot(row, g) for row in INVERSE] for _, g in CLUTCHES]  # of v to an impulse of a clutch
COUPLING = [[dot(g, r) for r in RESPONSE] for _, g in CLUTCHES]
for k in range(11):
    COUPLING[k][k] *= 1 + 1e-9  # clutches that hold the same shafts share the load


def commands(t):
    row = max(k for k in range(len(ROWS)) if ROWS[k][0] <= t + 1e-9)
    now, before = ROWS[row], ROWS[max(row - 1, 0)]
    up, down = min(1.0, (t - now[0]) / 0.4), min(1.0, (t - now[0]) / 0.15)
    return [b + (a - b) * (up if a > b else down) for a, b in zip(now[1:], before[1:])]


def torques(v, twists, throttle):
    we, wt, wv = v[0], v[1], v[7]
    governed = max(0.0, throttle, (70 + 20 - we) / 40) * min(1.0, max(0.0, (260 - we) / 20))
    hydraulic = 0.04 * abs(we) * (we - wt)
    q = [0.0] * 8
    q[0] = 700 * min(1.0, governed) - 0.3 * we - hydraulic
    q[1] = hydraulic
    q[7] = -300 * tanh(wv / 0.5) - 0.8 * wv * abs(wv)
    for c, d, angle, a in ((3e4, 300, twists[0], front_twist), (6e4, 600, twists[1], rear_twist)):
        torque = c * angle + d * dot(a, v)
        for i in range(8):
            q[i] -= torque * a[i]
    return q


def impulses(slips, limits, sides):
    """sides: 0 stands, ±1 slides with this sign; what held in the last step is tried first."""
    active = [k for k in range(11) if limits[k] > 0]
    for _ in range(40):
        stuck = [k for k in active if sides[k] == 0]
        p = [-sides[k] * limits[k] if limits[k] > 0 else 0.0 for k in range(11)]
        if stuck:
            rest = [-slips[k] - sum(COUPLING[k][j] * p[j] for j in active if sides[j]) for k in stuck]
            for k, x in zip(stuck, solve([[COUPLING[i][j] for j in stuck] for i in stuck], rest)):
                p[k] = x
        for k in active:
            if sides[k] == 0:
                if abs(p[k]) > limits[k] * (1 + 1e-12):
                    sides[k] = -1 if p[k] > 0 else 1
                    break
            elif sides[k] * (slips[k] + sum(COUPLING[k][j] * p[j] for j in active)) < -1e-9:
                sides[k] = 0
                break
        else:
            return p
    # In turns, clutch by clutch (Gauss and Seidel): slow, and always there.
    p = [0.0] * 11
    for _ in range(20000):
        change = 0.0
        for k in active:
            slip = slips[k] + sum(COUPLING[k][j] * p[j] for j in active)
            new = min(limits[k], max(-limits[k], p[k] - slip / COUPLING[k][k]))
            change = max(change, abs(new - p[k]))
            p[k] = new
        if change < 1e-10:
            break
    for k in active:
        sides[k] = 0 if abs(p[k]) < limits[k] else -1 if p[k] > 0 else 1
    return p


def main():
    v, twists, sides, rows = form(engine=70.0), [0.0, 0.0], [0] * 11, []
    for n in range(round(STOP / STEP) + 1):
        t = n * STEP
        if n % PRINT == 0:
            rows.append([t] + [dot(a, v) for a in (engine, turbine, shaft, suns, main_shaft, tail, vehicle)])
        throttle, *pressed = commands(t + STEP / 2)
        limits = [STEP * tau * u if u >= 1e-3 else 0.0 for (tau, _), u in zip(CLUTCHES, pressed)]
        new = v
        for _ in range(2):  # the middle, from the beginning and then from the end found with it
            middle = [(a + b) / 2 for a, b in zip(v, new)]
            angles = [s + STEP / 2 * dot(a, middle) for s, a in zip(twists, (front_twist, rear_twist))]
            q = torques(middle, angles, throttle)
            new = [a + STEP * dot(row, q) for a, row in zip(v, INVERSE)]
            p = impulses([dot(g, new) for _, g in CLUTCHES], limits, sides)
            for k in range(11):
                if p[k]:
                    new = [a + p[k] * r for a, r in zip(new, RESPONSE[k])]
        middle = [(a + b) / 2 for a, b in zip(v, new)]
        twists = [s + STEP * dot(a, middle) for s, a in zip(twists, (front_twist, rear_twist))]
        v = new
    print_table(["engine.crank.w", "turbine.w", "shaft.w", "suns.w", "main.w", "tail.w", "vehicle.w"], rows)


main()
