"""The scripts still print the references: nobody has bent a reference to fit the tool."""
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from run_case import load
from trajectory import Trajectory, differences

FOLDER = Path(__file__).parent


def main():
    problems, missing = [], set()
    for path in sorted(FOLDER.glob("*.toml")):
        case = load(path)
        if "script" not in case:
            if "reference" in case:
                problems.append(f"{path.name}: a reference without a script")
            continue
        script, *arguments = shlex.split(case["script"])
        printed = subprocess.run([sys.executable, "-B", FOLDER / "reference" / script, *arguments], capture_output=True, text=True)
        if "ModuleNotFoundError" in printed.stderr:
            missing.add(script)
            continue
        if printed.returncode != 0:
            problems.append(f"{path.name}: {script} fails: {printed.stderr.strip().splitlines()[-1]}")
            continue
        with tempfile.TemporaryDirectory() as scratch:
            fresh = Path(scratch, "fresh.csv")
            fresh.write_text(printed.stdout)
            found = differences(Trajectory(fresh), Trajectory(FOLDER / case["reference"]), 1e-9)
            problems += [f"{path.name}: {problem}" for problem in found]
    print("\n".join(problems) if problems else "all reproduced")
    if missing:
        print("packages are missing for " + ", ".join(sorted(missing)))
    raise SystemExit(1 if problems else 77 if missing else 0)


if __name__ == "__main__":
    main()
