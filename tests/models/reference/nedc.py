"""Cars with a fuel cell over the New European Driving Cycle: nedc.py alone|booster|loader prints rows, with the energies of the wheels and of the hydrogen. Powers at the middle of steps of 0.02 s."""
import sys
from math import log

from integrate import print_table

URBAN = [(0, 0), (11, 0), (15, 15), (23, 15), (25, 10), (28, 0), (49, 0), (54, 15), (56, 15), (61, 32), (85, 32), (93, 10), (96, 0), (117, 0), (122, 15), (124, 15), (133, 35), (135, 35), (143, 50), (155, 50),
         (163, 35), (176, 35), (178, 32), (185, 10), (188, 0), (195, 0)]
EXTRA = [(0, 0), (20, 0), (25, 15), (27, 15), (36, 35), (38, 35), (46, 50), (48, 50), (61, 70), (111, 70), (119, 50), (188, 50), (201, 70), (251, 70), (286, 100), (316, 100), (336, 120), (346, 120), (362, 80),
         (370, 50), (380, 0), (400, 0)]
CYCLE = [(195 * k + t, v / 3.6) for k in range(4) for t, v in URBAN[:-1]] + [(780 + t, v / 3.6) for t, v in EXTRA]
M, CDA, ROLLING, RHO, G = 1260.0, 0.6, 0.01, 1.2, 9.81
DRIVE = 0.75
CELLS, E0, B, J0, SLOPE, LHV = 240, 0.95, 0.035, 0.005, 0.2, 1.253
IDLE, SHARE = 0.02, 0.2
OPEN, RESISTANCE, CHARGE, CONVERTER = 250.0, 0.3, 20 * 3600.0, 0.92
DESIGNS = {"alone": (60e3, False, 0.0), "booster": (40e3, True, 0.0), "loader": (20e3, True, 60.0)}


def cell(j):
    return E0 - B * log(1 + j / J0) - SLOPE * j


def current(power, rated):
    """The current at which the stack gives a power: Newton's method from the rated one."""
    if power <= 0:
        return 0.0
    unit = rated / (CELLS * cell(1))
    j = 0.5
    for _ in range(60):
        slope = cell(j) - B * j / (J0 + j) - SLOPE * j
        step = (CELLS * unit * j * cell(j) - power) / (CELLS * unit * slope)
        j = max(j - step, j / 10)
        if abs(step) < 1e-13:
            break
    return unit * j


def main():
    rated, battery, smoothing = DESIGNS[sys.argv[1]]
    t, h, place = 0.0, 0.02, 0
    distance = positive = negative = fuel = 0.0
    soc, smooth = 0.6, 0.0
    rows = [[0.0, 0.0, 0.0, 0.0, 0.0, 0.6]]
    while t < 1180 - h / 2:
        middle = t + h / 2
        while CYCLE[place + 1][0] <= middle:
            place += 1
        (t0, v0), (t1, v1) = CYCLE[place], CYCLE[place + 1]
        a = (v1 - v0) / (t1 - t0)
        v = v0 + a * (middle - t0)
        power = (M * a + M * G * ROLLING + RHO / 2 * CDA * v * v) * v
        electric = power / DRIVE if power > 0 else power * DRIVE if battery else 0.0
        needed = electric + IDLE * rated
        if battery:
            asked = smooth if smoothing else needed
            wanted = min(0.9 * rated, max(0.0, asked + 2e5 * (0.6 - soc)))
            share = max(-40e3, min(40e3, needed - (1 - SHARE) * wanted))
            smooth += h * (needed - smooth) / smoothing if smoothing else 0.0
            inner = share / CONVERTER if share > 0 else share * CONVERTER
            i = (OPEN - (OPEN * OPEN - 4 * RESISTANCE * inner) ** 0.5) / (2 * RESISTANCE)
            soc -= h * i / CHARGE
        else:
            share = 0.0
        stack = (needed - share) / (1 - SHARE)
        fuel += h * CELLS * LHV * current(stack, rated)
        distance += h * v
        positive += h * max(power, 0.0)
        negative += h * min(power, 0.0)
        t += h
        if abs(t / 59 - round(t / 59)) < 1e-6:
            rows.append([round(t, 6), distance, positive, negative, fuel, soc])
    if not battery:
        print_table(["car.distance", "car.driving", "car.braking", "hydrogen"], [row[:5] for row in rows])
    else:
        rows = [[*row, row[4] + (0.6 - row[5]) * OPEN * CHARGE / 0.5] for row in rows]
        print_table(["car.distance", "car.driving", "car.braking", "hydrogen", "battery.soc", "total"], rows)


main()
