"""Libraries of other authors: which examples run to the end, and which agree with their maintainers' references.

A model is `held_out` when a digest of its name says so: a third of each library that is not looked at while faults are mended, so that the share of those that run is that of unknown models.
A model that requires what no copy of the library holds (a program, a runtime of another language, a file or a class that is absent) is not counted; Mica must say what is missing.
"""
import collections
import csv
import os
import re
import tempfile
import zlib

import buildingspy
import tube
from classes import find_library
from ledger import Ledger, coarse

HERE = os.path.dirname(os.path.abspath(__file__))
STAGES = ("none", "translate", "simulate")
COLUMNS = ("model", "held_out", "counted", "stage", "verified", "cause", "seconds", "slowest")
LIBRARIES = ("Buildings", "IBPSA", "OpenIPSL", "PowerSystems", "ScalableTestSuite", "ThermoPower", "ThermofluidStream", "VehicleInterfaces")
POINTS_PER_INTERVAL = 10  # of results, in an interval of the reference; more where the library's own script asks for more
MOST_INTERVALS = 20_000
# Not counted: what an error names. E8003 alone is not enough: a function may be missing for other reasons.
ROUNDING = "mismatch of rounding"  # every signal that does not agree is a difference of equal quantities
FOREIGN = re.compile(r"error E8003: .*(Python|EnergyPlus|fmilib)", re.I)
FILE = re.compile(r"error E\d+: .*open file [\"'](.+?)[\"'].*No such file")
CLASS = re.compile(r"error E3002: (\w+(?:\.\w+)*) has no element (\w+)")
KINDS = "class|model|block|connector|record|package|function|type|operator"
TRANSLATION = ("load", "instantiate", "flatten", "structure", "compile")


def open_ledger(library):
    return Ledger(os.path.join(HERE, "strangers", library.lower() + ".csv"), COLUMNS, ("verified",), {"stage": STAGES})


class Examples:
    """The examples of a library with the options that each is simulated with, and its reference if there is one."""

    def __init__(self, library, program):
        self.folder = find_library(library)
        self.references = os.path.join(self.folder, "Resources", "ReferenceResults", "Dymola")
        if os.path.isdir(self.references):
            calls = buildingspy.find_calls(os.path.join(self.folder, "Resources", "Scripts", "Dymola"))
            self.options = {model: words for model, (words, _) in calls.items() if os.path.exists(self.reference_file(model))}
            self.intervals = {model: intervals for model, (_, intervals) in calls.items()}
        else:
            listed = program.call("list", library, "--examples", "--quiet")
            self.options = {line.split("\t")[0]: [] for line in listed.output.splitlines() if line}
            self.intervals = {}

    def reference_file(self, model):
        return os.path.join(self.references, model.replace(".", "_") + ".txt")

    def reference(self, model):
        path = self.reference_file(model)
        return buildingspy.read_reference(path) if os.path.exists(path) else {}


def is_held_out(model):
    return zlib.crc32(model.encode()) % 3 == 0


def measure(model, program, examples):
    """The line of one model."""
    reference = examples.reference(model)
    line = {"model": model, "held_out": "yes" if is_held_out(model) else "no", "counted": "yes", "stage": "none", "verified": "no" if reference else "", "cause": "", "slowest": ""}
    with tempfile.TemporaryDirectory(prefix="mica-library") as folder:
        result = os.path.join(folder, "result.csv")
        words = ["simulate", model, "-o", result, "--quiet", "--fresh", *examples.options[model]]
        if reference:
            points = POINTS_PER_INTERVAL * max(max(len(times) for times, _ in reference.values()) - 1, 50)
            intervals = min(max(points, examples.intervals.get(model, 0)), MOST_INTERVALS)
            pattern = "|".join(re.escape(name) for name in reference)
            words += ["--parameters", "--intervals", str(intervals), "--variables", f"^({pattern})$"]
        call = program.call(*words)
        line |= {"cause": call.cause, "seconds": coarse(call.seconds)}
        if call.statistics:
            line["slowest"] = slowest(call.statistics["seconds"])
        if call.ended == "failed" or (call.ended == "timeout" and os.path.exists(result)):
            line["stage"] = "translate"
        if call.ended != "done":
            line["counted"] = "no" if call.ended != "crash" and is_missing(call.errors, examples.folder) else "yes"
            return line
        line["stage"] = "simulate"
        if reference:
            wrong = tube.disagreements(read_result(result), reference)
            line["verified"] = "no" if wrong else "yes"
            if wrong:
                what = ROUNDING if all(tube.NOISE_WORDS in text for text in wrong) else "mismatch"
                line["cause"] = f"{what}: {len(wrong)} of {len(reference)} signals: {wrong[0]}".replace(",", ";")
    return line


def is_missing(errors, folder):
    """Whether the messages name what no copy of the library in `folder` holds: a foreign program or runtime, a file that is not there, or a class of its own that it lacks."""
    file = FILE.search(errors)
    is_absent = file and file[1].startswith(folder) and not os.path.exists(file[1])
    return bool(FOREIGN.search(errors) or is_absent or any(lacks_class(folder, *names) for names in CLASS.findall(errors)))


def lacks_class(folder, owner, name):
    """Whether the library in `folder` has a package `owner`, and its files declare no class `name` in it: read from the text, whatever Mica makes of it."""
    library, *rest = owner.split(".")
    if os.path.basename(folder).split(" ")[0] != library:
        return False
    while rest and os.path.exists(os.path.join(folder, rest[0], "package.mo")):
        folder = os.path.join(folder, rest.pop(0))
    if not rest and any(os.path.exists(os.path.join(folder, place)) for place in (name, name + ".mo")):
        return False
    file = os.path.join(folder, rest[0] + ".mo") if rest else ""
    if not os.path.exists(file):
        file = os.path.join(folder, "package.mo")
    with open(file, errors="replace") as opened:
        text = opened.read()
    return all(re.search(rf"\bpackage\s+{part}\b", text) for part in rest) and not re.search(rf"\b({KINDS})\s+{name}\b", text)


def slowest(seconds):
    """'integrate 80 %': the stage that took the most, and its share."""
    parts = {name: value for name, value in seconds.items() if name != "total"}
    if not parts or not sum(parts.values()):
        return ""
    name = max(parts, key=parts.get)
    return f"{name} {100 * parts[name] / sum(parts.values()):.0f} %"


def read_result(path):
    """(times, {name: values}) of a CSV file of Mica."""
    with open(path, newline="") as file:
        rows = csv.reader(file)
        names = [name.strip().replace(" ", "") for name in next(rows)]
        columns = list(zip(*([number(cell) for cell in row] for row in rows if row)))
    return list(columns[0]), {name: list(values) for name, values in zip(names[1:], columns[1:])}


def number(cell):
    text = cell.strip().lower()
    return {"true": 1.0, "false": 0.0}[text] if text in ("true", "false") else float(text)


def score(lines):
    """Lines of text: what runs and what agrees, of the models that are known here and of those held out."""
    texts = []
    for what, chosen in (("all", ("yes", "no")), ("looked at", ("no",)), ("held out", ("yes",))):
        rows = [row for row in lines.values() if row["counted"] == "yes" and row["held_out"] in chosen]
        judged = [row for row in rows if row["verified"]]
        ran = sum(row["stage"] == "simulate" for row in rows)
        verified = sum(row["verified"] == "yes" for row in judged)
        text = f"  {what}: {ran} of {len(rows)} ({100 * ran / max(len(rows), 1):.1f} %) run to the end"
        if judged:
            text += f", {verified} of {len(judged)} ({100 * verified / len(judged):.1f} %) agree with the reference"
        texts.append(text)
    judged = [row for row in lines.values() if row["counted"] == "yes" and row["verified"]]
    rounding = sum(row["cause"].startswith(ROUNDING) for row in judged)
    if rounding:
        verified = sum(row["verified"] == "yes" for row in judged)
        texts.append(f"  {rounding} of those that do not agree differ in rounding alone (signals below {tube.NOISE:g} everywhere): "
                     f"{100 * verified / (len(judged) - rounding):.1f} % of the others agree")
    missing = sum(row["counted"] == "no" for row in lines.values())
    faults = collections.Counter(row["cause"].split()[0] for row in lines.values() if row["cause"].startswith(("E9", "exit")))
    slow = sorted((row for row in lines.values() if row.get("seconds")), key=lambda row: -float(row["seconds"]))[:10]
    texts += [f"  {missing} not counted; internal errors: {dict(faults) or 'none'}", "  slowest: " + "; ".join(f"{row['model']} {row['seconds']} s ({row['slowest']})" for row in slow)]
    return texts
