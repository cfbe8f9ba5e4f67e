"""The 64 circuits of the MathModelica paper: three types out of four, put into a template, all of which hold together: generated_circuits_test.py MICA."""
import itertools
import subprocess
import sys
import tempfile
from pathlib import Path

TYPES = ["Inductor", "Capacitor", "Conductor", "Resistor"]


def main():
    models = []
    for number, types in enumerate(itertools.product(TYPES, repeat=3), 1):
        changes = ", ".join(f"redeclare Mica.Electrical.{kind} {name}" for kind, name in zip(types, "abc"))
        models.append(f"  model foo{number} = Mica.Papers.MathModelica.CircuitTemplate({changes});")
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, "Generated.mo")
        path.write_text("\n".join(["package Generated", *models, "end Generated;", ""]))
        process = subprocess.run([sys.argv[1], "check", path], capture_output=True, text=True)
    lines = process.stdout.splitlines()
    counted = [line for line in lines if line.startswith("Generated.foo") and "equations and" in line]
    good = process.returncode == 0 and len(counted) == 64 and "64 models checked, nothing is wrong" in process.stdout
    print("64 circuits" if good else process.stdout + process.stderr)
    raise SystemExit(0 if good else 1)


if __name__ == "__main__":
    main()
