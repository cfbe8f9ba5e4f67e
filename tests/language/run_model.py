"""Runs one model and holds it against the comments in it: run_model.py MICA MODEL.mo. See README.md."""
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "models"))
from trajectory import Trajectory, number  # noqa: E402

COMMENT = re.compile(r"^\s*//\s*(expect|expect-stderr|expect-exit|expect-check|options):\s*(.*?)\s*$", re.MULTILINE)
VALUE = re.compile(r"^(?P<name>.+?) at (?P<time>\S+) = (?P<value>\S+)(?: \+- (?P<tolerance>\S+))?(?:\s{2,}.*)?$")
END = re.compile(r"^end = (?P<value>\S+)(?: \+- (?P<tolerance>\S+))?(?:\s{2,}.*)?$")


def value_problem(result, text):
    end = END.match(text)
    if end:
        tolerance = float(end["tolerance"] or 1e-6)
        if abs(result.times[-1] - float(end["value"])) <= tolerance:
            return None
        return f"the last row is at {result.times[-1]:.10g}, expected {end['value']}"
    match = VALUE.match(text)
    if not match:
        return f"not understood: expect: {text}"
    name = match["name"]
    if name not in result.index:
        return f"{name} is not in the result"
    if match["time"] == "start":
        value = result.rows[0][result.index[name]]
    elif match["time"] == "end":
        value = result.rows[-1][result.index[name]]
    else:
        value = result.at(name, float(match["time"]))
        if value is None:
            return f"the result has no row at time {match['time']}"
    wanted = number(match["value"])
    tolerance = float(match["tolerance"] or 1e-6)
    if isinstance(wanted, str) or isinstance(value, str):
        return None if value == wanted else f"{name} at {match['time']} is {value!r}, expected {wanted!r}"
    if abs(value - wanted) <= tolerance * (1 + abs(wanted)):
        return None
    return f"{name} at {match['time']} is {value:.10g}, expected {wanted:.10g}"


def run(mica, path):
    said = {"expect": [], "expect-stderr": [], "expect-exit": [], "expect-check": [], "options": []}
    for kind, text in COMMENT.findall(path.read_text()):
        said[kind].append(text)
    if not any(said[kind] for kind in said if kind != "options"):
        return ["the file expects nothing"]
    environment = {key: value for key, value in os.environ.items() if key != "MODELICAPATH"}

    def call(*arguments):
        return subprocess.run([mica, *arguments], cwd=path.parent, env=environment, capture_output=True, text=True, timeout=120)

    problems = []
    if said["expect-check"]:
        process = call("check", path.name)
        for text in said["expect-check"]:
            if text not in process.stdout:
                problems.append(f"mica check says '{process.stdout.strip()}', expected '{text}'\n{process.stderr}")
    if not (said["expect"] or said["expect-stderr"] or said["expect-exit"]):
        return problems
    with tempfile.TemporaryDirectory() as scratch:
        result_file = Path(scratch, "result.csv")
        options = [word for text in said["options"] for word in shlex.split(text)]
        quiet = ["--warnings", "all", "--verbose" if said["expect-stderr"] else "--quiet"]
        process = call("simulate", path.name, *quiet, "--parameters", "-o", str(result_file), *options)
        exit_code = int(said["expect-exit"][0]) if said["expect-exit"] else 0
        if process.returncode != exit_code:
            return problems + [f"exit code {process.returncode}, expected {exit_code}", process.stdout + process.stderr]
        for words in said["expect-stderr"]:
            if words not in process.stderr:
                problems.append(f"the standard error lacks '{words}':\n{process.stderr}")
        if process.stderr and not said["expect-stderr"]:
            problems.append(f"something on the standard error:\n{process.stderr}")
        if said["expect"]:
            if not result_file.exists():
                return problems + ["there is no result file", process.stdout]
            result = Trajectory(result_file)
            problems += filter(None, (value_problem(result, text) for text in said["expect"]))
    return problems


def main():
    problems = run(sys.argv[1], Path(sys.argv[2]).resolve())
    print("\n".join(problems) if problems else "as expected")
    raise SystemExit(1 if problems else 0)


if __name__ == "__main__":
    main()
