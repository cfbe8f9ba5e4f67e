"""The Reference-FMUs of the Modelica Association in mica simulate: reference_fmus.py MICA SOURCE

SOURCE is a checkout of github.com/modelica/Reference-FMUs, which is built here for FMI 2 and 3, in a temporary directory. Not part of ./test, as it is not ours. Each FMU runs as Model Exchange and as Co-Simulation; the published results, which come from
explicit Euler with the step of config.h, must be met by `--method euler` with that step and by Co-Simulation: within 0.2 % of the range of a variable at 99 % of the samples.
"""
import csv
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

MICA, SOURCE = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()


def read(path):
    with open(path) as file:
        rows = list(csv.DictReader(file))
    columns = {}
    for name in rows[0]:
        try:
            columns[name] = [float(row[name]) for row in rows]
        except ValueError:
            pass  # strings and binary values are not part of a result
    return columns


def agrees(result, reference):
    """By the signals that both have; how many, and the names of those that differ."""
    found, different = 0, []
    for name, expected in reference.items():
        # Some are called differently for FMI 2, which has fewer types.
        if name == "time" or name not in result:
            continue
        found += 1
        allowed = 0.002 * (max(expected) - min(expected)) + 1e-5 * max(map(abs, expected)) + 1e-9
        good = 0
        for time, value in zip(reference["time"], expected):
            near = [v for t, v in zip(result["time"], result[name]) if abs(t - time) < 1e-9]
            good += any(abs(v - value) <= allowed for v in near)
        if good < 0.99 * len(expected):
            different.append(f"{name} ({good} of {len(expected)})")
    return found, different


def bounces(g=9.81, e=0.7):
    """Heights of the ball over time, as long as it bounces far faster than the 0.1 m/s below which the FMU stops it."""
    start, v, h, times, heights = 0.0, 0.0, 1.0, [], []
    for time in (0.01 * k for k in range(250)):
        while time > start + (v + (v * v + 2 * g * h) ** 0.5) / g:
            impact = (v + (v * v + 2 * g * h) ** 0.5) / g
            v, h, start = -e * (v - g * impact), 0.0, start + impact
        times.append(time)
        heights.append(h + v * (time - start) - g / 2 * (time - start) ** 2)
    return {"time": times, "h": heights}


failures = 0
with tempfile.TemporaryDirectory() as place:
    os.chdir(place)
    for version in "2", "3":
        subprocess.run(["cmake", "-S", SOURCE, "-B", version, f"-DFMI_VERSION={version}", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_C_FLAGS=-Wno-stringop-truncation"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["cmake", "--build", version, "--", "-k"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for fmu in sorted(Path(version, "fmus").glob("*.fmu")):
            published = SOURCE / fmu.stem / f"{fmu.stem}_out.csv"
            if not published.exists():
                print(f"{fmu}: no published result")
                continue
            reference = read(published)
            config = (SOURCE / fmu.stem / "config.h").read_text()
            step = re.search(r"#define FIXED_SOLVER_STEP\s+(\S+)", config).group(1)
            for kind in "me", "cs":
                call = [MICA, "simulate", fmu, "--type", kind, "-o", "out.csv", "--quiet"]
                interval = reference["time"][1] - reference["time"][0] or float(step)
                # The published ball bounces at ends of steps; where events are located, it follows the closed form.
                is_exact = kind == "me" and fmu.stem == "BouncingBall"
                call += ["--interval", f"{interval:.10g}", "--stop-time", repr(reference["time"][-1])] + (["--tolerance", "1e-8"] if is_exact else ["--method", "euler", "--step", step] if kind == "me" else [])
                done = subprocess.run(call, capture_output=True, text=True)
                if "does not offer" in done.stderr:
                    print(f"{fmu} {kind}: not offered")
                    continue
                found, different = agrees(read("out.csv"), bounces() if is_exact else reference) if done.returncode == 0 else (0, [done.stderr.strip()])
                failures += bool(different)
                verdict = "differ: " + ", ".join(different) if different else "agree" if found else "it runs; the published file has other variables, or arrays as text"
                print(f"{fmu} {kind}: {found} signals, {verdict}", flush=True)
sys.exit(1 if failures else 0)
