"""Carbon dioxide and water by CoolProp: co2.py regions|properties."""
import sys

from CoolProp.CoolProp import PropsSI


def table(names, rows):
    print(",".join(["time"] + names))
    for row in rows:
        print(",".join(f"{value:.10g}" for value in row))


def regions():
    """Densities, temperatures and entropies by pressure and enthalpy over all regions; not closer to the triple point than CoolProp goes."""
    names, rows = [], []
    fluids = (("CO2", "", 100e3, 500e3, (10e5, 60e5, 75e5, 120e5)), ("Water", "w", 100e3, 3400e3, (1e5, 100e5, 225e5, 400e5)))
    for step in range(2, 51, 2):
        time, row, names = step / 50, [step / 50], []
        for fluid, suffix, low, range_, pressures in fluids:
            for variable, key in (("d", "D"), ("T", "T"), ("s", "S")):
                for i, p in enumerate(pressures):
                    names.append(f"{variable}{suffix}[{i + 1}]")
                    row.append(PropsSI(key, "P", p, "H", low + range_ * time, fluid))
        rows.append(row)
    table(names, rows)


def properties():
    """What tables 1 and 2 of the paper name: inlet enthalpies, outlet temperatures from the simulated heat, boiling temperatures."""
    p = (96.0e5, 87.5e5, 88.3e5)
    inlet = [PropsSI("H", "P", a, "T", b, "CO2") for a, b in zip(p, (395.4, 355.0, 373.4))]
    outlet = [PropsSI("T", "P", a, "H", b, "CO2") for a, b in zip(p, (538.5e3 - 2850 / 0.013, 487.2e3 - 3140 / 0.032, 513.8e3 - 4370 / 0.036))]
    boiling = [PropsSI("T", "P", a, "Q", 0.5, "CO2") for a in (49.1e5, 40.3e5, 34.6e5)]
    names = [f"{name}[{i + 1}]" for name in ("inlet", "outlet", "boiling") for i in range(3)] + ["charge"]
    table(names, [[1, *inlet, *outlet, *boiling, PropsSI("D", "P", 66e5, "H", 420e3, "CO2")]])


if __name__ == "__main__":
    {"regions": regions, "properties": properties}[sys.argv[1]]()
