"""A machine with a constant voltage behind 0.3 swings against an infinite bus behind 0.4; a coil at its terminals from 1 to 1.05 s. The flow of power at the start, then the equation of the swing in both networks."""
from cmath import exp, phase
from math import pi, sin

from integrate import grid, integrate, print_table

H, F, X1, X2, P0, V0, B = 4.0, 50.0, 0.3, 0.4, 0.8, 1.05, -1.0


def main():
    angle = 0.0
    for _ in range(100):  # P0 = V0*sin(angle)/X2
        angle += (P0 - V0 * sin(angle) / X2) * X2 / V0
    terminal = V0 * exp(1j * angle)
    current = (terminal - 1) / (1j * X2)
    internal = terminal + 1j * X1 * current

    def power(delta, pushed):
        e = abs(internal) * exp(1j * delta)
        v = (e / (1j * X1) + 1 / (1j * X2)) / (1 / (1j * X1) + 1 / (1j * X2) + (1j * B if pushed else 0))
        return (e * ((e - v) / (1j * X1)).conjugate()).real

    mechanical = power(phase(internal), False)
    slopes = lambda pushed: lambda t, y: [2 * pi * F * (y[1] - 1), (mechanical - power(y[0], pushed)) / (2 * H)]
    rows, y, t = [], [phase(internal), 1.0], 0.0
    for wanted in grid(5.0, 100):
        if wanted > t:
            y = integrate(slopes(1.0 <= t < 1.05 - 1e-9), t, y, [wanted])[0]
            t = wanted
        rows.append([wanted, *y])
    print_table(["machine.delta", "machine.w"], rows)


main()
