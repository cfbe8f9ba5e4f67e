"""Modelica.Math: functions of numbers and vectors, polynomials, special functions, Fourier transforms, nonlinear equations."""
import math

import numpy
import scipy.integrate
import scipy.special

from case import Case

M = "Modelica.Math."


def between(low, high, count=None):
    return lambda g: [float(g.uniform(low, high)) if count is None else g.uniform(low, high, count)]


def of_number(name, reference, low, high, tolerance=1e-13):
    return Case(M + name, M + name + "({0})", between(low, high), reference, tolerance)


def vector(count, *more):
    return lambda g: [g.normal(size=count), *(make(g) for make in more)]


def amplitudes(u):
    """Of a real signal of even length, as the library scales them: divided by the number of frequencies; the mean comes first."""
    a = numpy.abs(numpy.fft.rfft(u - numpy.mean(u))) / (len(u) // 2 + 1)
    a[0] = numpy.mean(u)
    return a


CASES = [
    of_number("sin", math.sin, -20, 20), of_number("cos", math.cos, -20, 20), of_number("tan", math.tan, -1.5, 1.5), of_number("asin", math.asin, -1, 1),
    of_number("acos", math.acos, -1, 1), of_number("atan", math.atan, -9, 9), of_number("sinh", math.sinh, -9, 9), of_number("cosh", math.cosh, -9, 9),
    of_number("tanh", math.tanh, -3, 3), of_number("asinh", math.asinh, -1e3, 1e3, 1e-9), of_number("acosh", math.acosh, 1, 1e3, 1e-12), of_number("exp", math.exp, -20, 20),
    of_number("log", math.log, 1e-3, 1e3), of_number("log10", math.log10, 1e-3, 1e3),
    Case(M + "atan2", M + "atan2({0}, {1})", lambda g: [float(g.normal()), float(g.normal())], math.atan2),
    Case(M + "atan3", M + "atan3({0}, {1}, {2})", lambda g: [float(g.normal()), float(g.normal()), float(g.uniform(-30, 30))],
         lambda a, b, near: math.atan2(a, b) + 2 * math.pi * round((near - math.atan2(a, b)) / (2 * math.pi))),
    Case(M + "wrapAngle", M + "wrapAngle({0})", between(-50, 50), lambda u: math.remainder(u, 2 * math.pi), 1e-12),
    Case(M + "Vectors.norm", M + "Vectors.norm({0}, 3)", vector(5), lambda v: numpy.linalg.norm(v, 3)),
    Case(M + "Vectors.norm of infinity", M + "Vectors.norm({0}, Modelica.Constants.inf)", vector(5), lambda v: numpy.linalg.norm(v, numpy.inf)),
    Case(M + "Vectors.length", M + "Vectors.length({0})", vector(4), numpy.linalg.norm),
    Case(M + "Vectors.normalize", M + "Vectors.normalize({0})", vector(4), lambda v: v / numpy.linalg.norm(v)),
    Case(M + "Vectors.reverse", M + "Vectors.reverse({0})", vector(6), lambda v: v[::-1]),
    Case(M + "Vectors.sort", M + "Vectors.sort({0})", vector(8), numpy.sort),
    Case(M + "Vectors.sort descending", M + "Vectors.sort({0}, false)", vector(8), lambda v: numpy.sort(v)[::-1]),
    Case(M + "Vectors.interpolate", M + "Vectors.interpolate({0}, {1}, {2})", lambda g: [numpy.sort(g.normal(size=7)), g.normal(size=7), float(g.uniform(-0.3, 0.3))],
         lambda x, y, at: numpy.interp(at, x, y), 1e-9),
    Case(M + "Polynomials.evaluate", M + "Polynomials.evaluate({0}, {1})", vector(5, lambda g: float(g.normal())), numpy.polyval),
    Case(M + "Polynomials.derivative", M + "Polynomials.derivative({0})", vector(5), numpy.polyder),
    Case(M + "Polynomials.derivativeValue", M + "Polynomials.derivativeValue({0}, {1})", vector(5, lambda g: float(g.normal())), lambda p, u: numpy.polyval(numpy.polyder(p), u)),
    Case(M + "Polynomials.secondDerivativeValue", M + "Polynomials.secondDerivativeValue({0}, {1})", vector(6, lambda g: float(g.normal())),
         lambda p, u: numpy.polyval(numpy.polyder(p, 2), u)),
    Case(M + "Polynomials.integral", M + "Polynomials.integral({0})", vector(5), numpy.polyint),
    Case(M + "Polynomials.integralValue", M + "Polynomials.integralValue({0}, {1}, {2})", vector(5, lambda g: float(g.normal()), lambda g: float(g.normal())),
         lambda p, high, low: numpy.polyval(numpy.polyint(p), high) - numpy.polyval(numpy.polyint(p), low), 1e-9),
    Case(M + "Polynomials.fitting", M + "Polynomials.fitting({0}, {1}, 3)", lambda g: [numpy.linspace(-1, 1, 9), g.normal(size=9)], lambda u, y: numpy.polyfit(u, y, 3), 1e-9),
    of_number("Special.erf", scipy.special.erf, -4, 4), of_number("Special.erfc", scipy.special.erfc, -4, 6, 1e-11),
    of_number("Special.erfInv", scipy.special.erfinv, -0.999, 0.999, 1e-9), of_number("Special.erfcInv", scipy.special.erfcinv, 0.001, 1.999, 1e-9),
    of_number("Special.sinc", lambda u: numpy.sinc(u / math.pi), -30, 30),
    Case(M + "Nonlinear.quadratureLobatto", M + "Nonlinear.quadratureLobatto(function f(k = {0}), 0, 1, 1e-10)", between(0.5, 3),
         lambda k: scipy.integrate.quad(lambda u: math.exp(-k * u) * math.sin(u), 0, 1)[0], 1e-8,
         "  function f extends Modelica.Math.Nonlinear.Interfaces.partialScalarFunction; input Real k; algorithm y := exp(-k*u)*sin(u); end f;"),
    Case(M + "Nonlinear.solveOneNonlinearEquation", M + "Nonlinear.solveOneNonlinearEquation(function f(k = {0}), 0, 10, 1e-12)", between(0.5, 3),
         lambda k: scipy.special.lambertw(k).real, 1e-9,
         "  function f extends Modelica.Math.Nonlinear.Interfaces.partialScalarFunction; input Real k; algorithm y := u*exp(u) - k; end f;"),
    Case(M + "FastFourierTransform.realFFT", "amplitudes({0})", vector(60), amplitudes, 1e-9,
         "  function amplitudes input Real u[:]; output Real a[31]; protected Integer info; algorithm (info, a) := Modelica.Math.FastFourierTransform.realFFT(u, 31); end amplitudes;"),
]
