"""Motor, shaft, pump, volume, pipe and hydraulic motor, where shaft and pipe are lossless lines of delay T: by steps of T/PARTS with the classical
Runge-Kutta method, waves kept at the ends and middles of steps (the middles from the cubic through both ends)."""
from integrate import print_table

T, PARTS = 1e-3, 20
RA, LA, PSI, J, B = 0.5, 5e-3, 1.0, 0.05, 0.02
DP, DM, JP, JL, BL, LEAK = 2e-6, 4e-6, 0.01, 0.5, 0.5, 1e-12
ZS, ZP = 2e4 * T, 2e10
C = 1e-3 / 1e9 - T / ZP


def slopes(y, c, voltage, load):
    i, w, wp, p, wm = y
    return [(voltage - RA * i - PSI * w) / LA, (PSI * i - B * w - c[0] - ZS * w) / J, (c[1] - ZS * wp - DP * p) / JP,
            (DP * wp - (p - c[2]) / ZP - LEAK * p) / C, (DM * (c[3] - ZP * DM * wm) - BL * wm - load) / JL]


def sent(y, c):
    """Waves on their way: they arrive as c[0] … c[3] after the delay."""
    i, w, wp, p, wm = y
    return [c[1] - 2 * ZS * wp, c[0] + 2 * ZS * w, c[3] - 2 * ZP * DM * wm, 2 * p - c[2]]


def main():
    h, count = T / PARTS, round(6 / T) * PARTS
    waves, rest = [], [0.0] * 4
    y, rows = [0.0] * 5, []
    for k in range(count + 1):
        c = [waves[n] if n >= 0 else rest for n in range(2 * (k - PARTS), 2 * (k - PARTS) + 3)] if k < count else None
        if k % (250 * PARTS) == 0:
            rows.append([k * h, y[1], y[2], y[4], y[3]])
        if k == count:
            break
        inputs = (100.0 if k >= 100 * PARTS else 0.0, 5.0 if k >= 3000 * PARTS else 0.0)
        a = slopes(y, c[0], *inputs)
        b = slopes([u + h / 2 * v for u, v in zip(y, a)], c[1], *inputs)
        d = slopes([u + h / 2 * v for u, v in zip(y, b)], c[1], *inputs)
        e = slopes([u + h * v for u, v in zip(y, d)], c[2], *inputs)
        new = [u + h / 6 * (p + 2 * q + 2 * r + s) for u, p, q, r, s in zip(y, a, b, d, e)]
        end = slopes(new, c[2], *inputs)
        middle = [(u + v) / 2 + h / 8 * (p - q) for u, v, p, q in zip(y, new, a, end)]
        waves += [sent(y, c[0]), sent(middle, c[1])]
        y = new
    print_table(["motor.w", "pump.w", "hydraulicMotor.w", "volume.p"], rows)


if __name__ == "__main__":
    main()
