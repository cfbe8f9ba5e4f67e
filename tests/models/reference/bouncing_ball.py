"""The ball: parabolas between bounces, each bounce c times as fast as the one before. Closed form."""
from math import sqrt

from integrate import grid, print_table

G, C, RADIUS, HEIGHT = 9.81, 0.9, 0.1, 1.0


def state(t):
    speed = sqrt(2 * G * (HEIGHT - RADIUS))  # at the first bounce
    bounce = speed / G
    if t < bounce:
        return HEIGHT - G * t * t / 2, -G * t
    while True:
        speed *= C
        flight = 2 * speed / G
        if t < bounce + flight:
            s = t - bounce
            return RADIUS + speed * s - G * s * s / 2, speed - G * s
        bounce += flight


print_table(["height", "velocity"], [[t, *state(t)] for t in grid(5.0, 100)])
