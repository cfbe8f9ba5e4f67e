"""Modelica.Math.Distributions against scipy.stats, and the random generators of Modelica.Math.Random against their published algorithms."""
import numpy
import scipy.stats

from case import Case

M = "Modelica.Math.Distributions."


def draw(*ranges):
    return lambda g: [float(g.uniform(low, high)) for low, high in ranges]


def family(name, parameters, ranges, frozen, tolerance=1e-9, inside=(-1.0, 1.0)):
    """density, cumulative and quantile of one distribution; `frozen(*parameters)` is that of SciPy."""
    places = ", ".join(f"{parameter} = {{{index}}}" for index, parameter in enumerate(parameters, 1))
    make = lambda first: draw(first, *ranges)
    return [Case(M + name + ".density", f"{M}{name}.density({{0}}, {places})", make(inside), lambda u, *p: frozen(*p).pdf(u), tolerance),
            Case(M + name + ".cumulative", f"{M}{name}.cumulative({{0}}, {places})", make(inside), lambda u, *p: frozen(*p).cdf(u), tolerance),
            Case(M + name + ".quantile", f"{M}{name}.quantile({{0}}, {places})".replace("u_m", "y_m"), make((0.02, 0.98)), lambda u, *p: frozen(*p).ppf(u), tolerance)]


def truncated(base, low, high):
    """SciPy's frozen distribution between two limits."""
    class Truncated:
        span = base.cdf(high) - base.cdf(low)
        def pdf(self, u): return base.pdf(u) / self.span if low <= u <= high else 0.0
        def cdf(self, u): return numpy.clip((base.cdf(u) - base.cdf(low)) / self.span, 0, 1)
        def ppf(self, u): return base.ppf(base.cdf(low) + u * self.span)
    return Truncated()


MASK64 = (1 << 64) - 1


def halves(words):
    """64-bit words as pairs of signed 32-bit integers, low word first, as the states of generators are kept."""
    return [half - (1 << 32) if half >= 1 << 31 else half for word in words for half in (word & 0xFFFFFFFF, word >> 32)]


def xorshift64star(state):
    x = state[0]
    x ^= x >> 12
    x ^= (x << 25) & MASK64
    x ^= x >> 27
    x = (x * 2685821657736338717) & MASK64  # Modelica keeps the product as the state
    return [x], x


def xorshift128plus(state):
    x, y = state
    x ^= (x << 23) & MASK64
    new = x ^ y ^ (x >> 17) ^ (y >> 26)
    new = (new + y) & MASK64  # Modelica keeps the sum as the state
    return [y, new], new


def draws(step, state, count):
    numbers = []
    for _ in range(count):
        state, word = step(state)
        signed = word - (1 << 64) if word >= 1 << 63 else word
        numbers.append(signed * 2.0 ** -64 + 0.5)  # the generator's map to (0, 1]
    return numpy.array(numbers)


def generator(name, step, words):
    function = f"""  function draw input Integer s[{2 * words}]; output Real r[5]; protected Integer t[{2 * words}] = s;
  algorithm for k in 1:5 loop (r[k], t) := Modelica.Math.Random.Generators.{name}.random(t); end for; end draw;"""
    state = lambda g: [int(g.integers(1, 1 << 62)) for _ in range(words)]
    return Case(f"Modelica.Math.Random.Generators.{name}", "draw({0})", lambda g: [halves(state(g))],
                lambda s: draws(step, [(s[2 * k] & 0xFFFFFFFF) | (s[2 * k + 1] & 0xFFFFFFFF) << 32 for k in range(words)], 5), 1e-12, function)


CASES = [
    *family("Uniform", ("u_min", "u_max"), ((-3, -2), (2, 3)), lambda a, b: scipy.stats.uniform(a, b - a)),
    *family("Normal", ("mu", "sigma"), ((-1, 1), (0.5, 2)), scipy.stats.norm),
    *family("Weibull", ("lambda", "k"), ((0.5, 2), (0.8, 3)), lambda scale, k: scipy.stats.weibull_min(k, scale=scale), inside=(0.1, 3.0)),
    *family("TruncatedNormal", ("u_min", "u_max", "mu", "sigma"), ((-3, -1.1), (1.1, 3), (-1, 1), (0.5, 2)), lambda a, b, mu, sigma: truncated(scipy.stats.norm(mu, sigma), a, b), 1e-8),
    *family("TruncatedWeibull", ("u_min", "u_max", "lambda", "k"), ((0.01, 0.1), (1.1, 3), (0.5, 2), (0.8, 3)),
            lambda a, b, scale, k: truncated(scipy.stats.weibull_min(k, scale=scale), a, b), 1e-8, inside=(0.2, 1.0)),
    generator("Xorshift64star", xorshift64star, 1),
    generator("Xorshift128plus", xorshift128plus, 2),
]
