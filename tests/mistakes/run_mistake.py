#!/usr/bin/env python3
"""Runs mica on a wrong model and compares what it says: run_mistake.py [--accept] MICA MODEL.mo. See README.md."""
import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CALL = re.compile(r"//\s*mica\s+(\w+)(.*)")


def said(mica, path):
    match = CALL.match(path.read_text(errors="replace").split("\n", 1)[0])
    if not match:
        raise SystemExit(f"{path}: the first line is not '// mica check' or '// mica simulate …'")
    command, options = match[1], shlex.split(match[2])
    environment = {key: value for key, value in os.environ.items() if key not in ("MODELICAPATH", "XDG_DATA_HOME")}
    with tempfile.TemporaryDirectory() as scratch:
        environment["HOME"] = scratch  # no libraries of the person who runs the test
        options += ["--warnings", "all"]
        if command == "simulate":
            options += ["--quiet", "-o", str(Path(scratch, "result.csv"))]
        else:
            options += ["--verbose"]  # notes with all that they say
        process = subprocess.run([mica, command, path.name, *options], cwd=path.parent, env=environment, capture_output=True, text=True, timeout=60)
        text = process.stderr.replace(f"{ROOT}/", "").replace(scratch, "SCRATCH")
    return f"{text}exit code {process.returncode}\n"


def main():
    arguments = sys.argv[1:]
    accept = "--accept" in arguments
    arguments = [argument for argument in arguments if argument != "--accept"]
    mica, *models = arguments
    failed = False
    for model in models:
        path = Path(model).resolve()
        expected_file = path.with_suffix(".expected")
        actual = said(os.path.abspath(mica), path)
        if accept:
            expected_file.write_text(actual)
            print(f"== {path.stem}\n{actual}")
            continue
        expected = expected_file.read_text() if expected_file.exists() else ""
        if actual != expected:
            failed = True
            lines = difflib.unified_diff(expected.splitlines(), actual.splitlines(), "expected", "said", lineterm="")
            print(path.stem, *lines, sep="\n")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
