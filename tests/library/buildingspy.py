"""References as BuildingsPy keeps them: a text file a model with the signals, and a script that says how it was simulated."""
import os
import re

CALL = re.compile(r"simulateModel\s*\(\s*\"([\w.]+)\"(.*?)\)\s*;", re.S)
ARGUMENT = re.compile(r"(\w+)\s*=\s*(\"[^\"]*\"|[^,]+)")
OPTIONS = {"startTime": "--start-time", "stopTime": "--stop-time", "tolerance": "--tolerance"}


def find_calls(folder):
    """{model: (options of `mica simulate`, number of output intervals or 0)} of the scripts below a folder."""
    calls = {}
    for place, _, files in os.walk(folder):
        for name in files:
            if not name.endswith(".mos"):
                continue
            with open(os.path.join(place, name), errors="replace") as file:
                text = re.sub(r"//.*", "", file.read())
            for model, rest in CALL.findall(text):
                given = dict(ARGUMENT.findall(rest))
                words = [word for key, option in OPTIONS.items() if key in given for word in (option, evaluate(given[key]))]
                calls[model] = words, count_intervals(given)
    return calls


def count_intervals(given):
    """Of a call with these arguments. Output every hour of a year is more than the points of a reference tell."""
    number = lambda key: float(evaluate(given.get(key, "0")))
    if number("outputInterval") > 0:
        return round((number("stopTime") - number("startTime")) / number("outputInterval"))
    return round(number("numberOfIntervals"))


def evaluate(text):
    """A number, or a product of numbers such as 24*3600."""
    value = 1.0
    for factor in text.split("*"):
        value *= float(factor)
    return repr(value)


def read_reference(path):
    """{signal: (times, values)}. A signal of two points is a constant, or a line from start to end."""
    signals, span = {}, None
    with open(path) as file:
        for line in file:
            name, equals, numbers = line.rstrip("\n").partition("=")
            if not equals or not numbers.startswith("["):
                continue
            try:  # not as JSON: older files have numbers such as '0.'
                values = [float(number) for number in numbers.strip(" []").split(",")]
            except ValueError:
                continue
            if name == "time":
                span = values
            else:
                signals[name.replace(" ", "")] = values
    if not span or len(span) < 2:
        return {}
    return {name: (spread(span, len(values)), values) for name, values in signals.items()}


def spread(span, count):
    """`count` equidistant times from the first to the last of the span, or the times themselves."""
    if len(span) == count:
        return span
    if count == 1:
        return [span[-1]]
    return [span[0] + (span[-1] - span[0]) * k / (count - 1) for k in range(count)]
