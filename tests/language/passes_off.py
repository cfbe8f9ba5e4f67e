"""The language tests with structure passes left out: passes_off.py MICA [--share K/N] PASS…; passes_off.py MICA --names PASS…

Passes that may be left out only make a model smaller, so every expected value must come out without them, too. Messages and counts of equations
may differ, and are not looked at; models that must fail are left out. --share runs the K-th of N parts of the models, by their names in order.
--names holds the list against what the program itself says."""
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from run_model import COMMENT, Trajectory, value_problem  # noqa: E402

HERE = Path(__file__).resolve().parent
LONGEST = 120  # seconds
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "MODELICAPATH"}


def names_problem(mica, names):
    call = subprocess.run([mica, "simulate", str(HERE / "hybrid" / "sample.mo"), "--passes-off", "?"], capture_output=True, text=True)
    named = re.search(r"--passes-off takes ([\w, -]+)", call.stderr)
    known = named.group(1).strip().split(", ") if named else []
    if call.returncode != 2 or sorted(known) != sorted(names):
        return f"the program can leave out {known}, the tests have {sorted(names)}"
    return None


def problems(mica, path, passes):
    said = {}
    for kind, text in COMMENT.findall(path.read_text()):
        said.setdefault(kind, []).append(text)
    if "expect" not in said or "expect-exit" in said:
        return []
    with tempfile.TemporaryDirectory() as scratch:
        result = Path(scratch, "result.csv")
        options = [word for text in said.get("options", []) for word in shlex.split(text)]
        call = subprocess.run(
            [mica, "simulate", path.name, "--quiet", "--fresh", "--parameters", "-o", str(result), "--passes-off", passes, *options],
            cwd=path.parent, env=ENVIRONMENT, capture_output=True, text=True, timeout=LONGEST)
        if call.returncode != 0 or not result.exists():
            return [f"exit code {call.returncode}\n{call.stderr}"]
        trajectory = Trajectory(result)
        return [problem for problem in (value_problem(trajectory, text) for text in said["expect"]) if problem]


def main():
    mica, words = sys.argv[1], sys.argv[2:]
    if words[0] == "--names":
        problem = names_problem(mica, words[1:])
        print(problem or "as expected")
        raise SystemExit(1 if problem else 0)
    part, parts = 0, 1
    if words[0] == "--share":
        part, parts = (int(each) for each in words[1].split("/"))
        words = words[2:]
    models = sorted(HERE.rglob("*.mo"))[part % parts::parts]
    wrong = 0
    for passes in words:
        for path in models:
            found = problems(mica, path, passes)
            wrong += bool(found)
            for problem in found:
                print(f"{path.relative_to(HERE)} without {passes}: {problem}", flush=True)
    print(f"{len(models)} models without each of {', '.join(words)}: {wrong} wrong" if wrong else f"as expected: {len(models)} models without {', '.join(words)}")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
