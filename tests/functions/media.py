"""Modelica.Media against CoolProp: water by IAPWS-IF97 to rounding, gases by the ideal-gas limit of reference equations of state."""
import CoolProp.CoolProp as coolprop

from case import Case

WATER = "Modelica.Media.Water.StandardWater."


def if97(output, first, second):
    return lambda a, b: coolprop.PropsSI(output, first, a, second, b, "IF97::Water")


def draw(*ranges):
    return lambda g: [float(g.uniform(low, high)) for low, high in ranges]


LIQUID, STEAM = ((2e5, 2e7), (290, 600)), ((1e4, 2e5), (450, 1000))


def liquid(g):
    p = float(g.uniform(2e6, 2e7))
    return [p, float(g.uniform(280, coolprop.PropsSI("T", "P", p, "Q", 0, "IF97::Water") - 5))]


def water(name, function, output, tolerance):
    """A property of state(p, T), in the liquid and in the gas."""
    return [Case(f"{WATER}{name} in {place}", f"{WATER}{function}({WATER}setState_pT({{0}}, {{1}}))", arguments, if97(output, "P", "T"), tolerance)
            for place, arguments in (("liquid", liquid), ("steam", draw(*STEAM)))]


def gas(medium, fluid, tolerance):
    path = f"Modelica.Media.IdealGases.SingleGases.{medium}."
    limit = lambda output: lambda t: coolprop.PropsSI(output, "T", t, "P", 1.0, fluid)
    difference = lambda t: coolprop.PropsSI("Hmass", "T", t, "P", 1.0, fluid) - coolprop.PropsSI("Hmass", "T", 300, "P", 1.0, fluid)
    return [Case(path + "specificHeatCapacityCp", f"{path}specificHeatCapacityCp({path}setState_pTX(1e5, {{0}}))", draw((250, 900)), limit("Cpmass"), tolerance),
            Case(path + "specificEnthalpy", f"{path}specificEnthalpy({path}setState_pTX(1e5, {{0}})) - {path}specificEnthalpy({path}setState_pTX(1e5, 300))", draw((400, 900)), difference, tolerance)]


# The dynamic viscosity of IAPWS 2008 and that of 1985 in the library differ by some per cent, so only thermodynamics is compared.
# Entropy and heat capacity of a state go through backward equations of (p, h), which are exact to 25 mK.
CASES = [
    *water("density", "density", "Dmass", 1e-6), *water("specificEnthalpy", "specificEnthalpy", "Hmass", 1e-6), *water("specificEntropy", "specificEntropy", "Smass", 1e-4),
    *water("specificHeatCapacityCp", "specificHeatCapacityCp", "Cpmass", 1e-4), *water("specificInternalEnergy", "specificInternalEnergy", "Umass", 1e-6),
    *water("velocityOfSound", "velocityOfSound", "speed_of_sound", 1e-5),
    Case(WATER + "saturationTemperature", WATER + "saturationTemperature({0})", draw((1e4, 2e7)), lambda p: coolprop.PropsSI("T", "P", p, "Q", 0, "IF97::Water"), 1e-6),
    Case(WATER + "saturationPressure", WATER + "saturationPressure({0})", draw((280, 640)), lambda t: coolprop.PropsSI("P", "T", t, "Q", 0, "IF97::Water"), 1e-6),
    Case(WATER + "bubbleEnthalpy", f"{WATER}bubbleEnthalpy({WATER}setSat_p({{0}}))", draw((1e4, 1.6e7)), lambda p: coolprop.PropsSI("Hmass", "P", p, "Q", 0, "IF97::Water"), 1e-5),
    Case(WATER + "dewEnthalpy", f"{WATER}dewEnthalpy({WATER}setSat_p({{0}}))", draw((1e4, 1.6e7)), lambda p: coolprop.PropsSI("Hmass", "P", p, "Q", 1, "IF97::Water"), 1e-5),
    Case(WATER + "temperature_ph", f"{WATER}temperature({WATER}setState_ph({{0}}, {{1}}))", draw((1e5, 1e7), (2e5, 1.1e6)), if97("T", "P", "Hmass"), 1e-4),
    *gas("N2", "Nitrogen", 2e-3), *gas("O2", "Oxygen", 2e-3), *gas("CO2", "CarbonDioxide", 3e-3), *gas("CH4", "Methane", 4e-3), *gas("Ar", "Argon", 1e-3),
    Case("Modelica.Media.Air.MoistAir.saturationPressure", "Modelica.Media.Air.MoistAir.saturationPressure({0})", draw((275, 360)),
         lambda t: coolprop.PropsSI("P", "T", t, "Q", 0, "Water"), 2e-3),
]
