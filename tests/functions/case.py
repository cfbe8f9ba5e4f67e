"""One function of a library: how it is called in Modelica, with which random arguments, and what another program computes for them."""
import dataclasses
import typing

import numpy


@dataclasses.dataclass
class Case:
    """`expression` is Modelica text with {0}, {1}, … for the arguments; `reference` takes the same arguments as NumPy arrays, numbers or strings.

    `arguments` makes them from a random generator. Real arguments are computed at run time in one half of the test; integers and strings are written as they are.
    """

    name: str
    expression: str
    arguments: typing.Callable
    reference: typing.Callable
    tolerance: float = 1e-10  # relative to the largest element of the answer
    declarations: str = ""  # of the model: functions that gather several outputs


def literal(value):
    """A value as Modelica text."""
    if isinstance(value, (bool, numpy.bool_)):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, (int, numpy.integer)):
        return str(int(value))
    if isinstance(value, (complex, numpy.complexfloating)):
        return f"Complex({literal(float(value.real))}, {literal(float(value.imag))})"
    if isinstance(value, (float, numpy.floating)):
        return repr(float(value))
    return "{" + ", ".join(literal(element) for element in value) + "}"


def is_real(value):
    return isinstance(value, float) or (isinstance(value, numpy.ndarray) and value.dtype == float)


def dimensions(value):
    shape = numpy.shape(value)
    return "[" + ", ".join(map(str, shape)) + "]" if shape else ""


def model_text(case, arguments, answer):
    """A model that computes the answer twice: `atTranslation`, from literals, and `atRunTime`, from variables."""
    lines = ["model M", case.declarations.strip("\n")] if case.declarations else ["model M"]
    names = []
    for index, value in enumerate(arguments):
        if is_real(value):
            lines.append(f"  Real a{index}{dimensions(value)} = {literal(value)} {'.' if numpy.shape(value) else ''}+ zero*time;")
            names.append(f"a{index}")
        else:
            names.append(literal(value))
    shape = dimensions(answer)
    lines += ["  parameter Real zero = 0;",
              f"  constant Real value{shape} = {case.expression.format(*map(literal, arguments))};",
              f"  Real atTranslation{shape} = value;",
              f"  Real atRunTime{shape} = {case.expression.format(*names)};",
              "end M;"]
    return "\n".join(lines) + "\n"
