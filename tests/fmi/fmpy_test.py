"""FMUs in FMPy, both versions and both types: fmpy_test.py MICA

A ball that bounces, with a sampler: height and velocity by closed form (free fall between impacts, velocity times -e at each), with start values and parameters of the model
and with others. fmpy.validation has nothing to say.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from fmpy import simulate_fmu
    from fmpy.validation import validate_fmu
except ImportError:
    sys.exit(77)


def height(time, h, g, e):
    v, start = 0.0, 0.0
    while True:
        impact = (v + (v * v + 2 * g * h) ** 0.5) / g
        if start + impact > time:
            t = time - start
            return h + v * t - 0.5 * g * t * t
        v, h, start = -e * (v - g * impact), 0.0, start + impact


failures = 0
with tempfile.TemporaryDirectory() as place:
    for version in ("2", "3"):
        fmu = str(Path(place) / f"ball{version}.fmu")
        subprocess.run([sys.argv[1], "fmu", "export", str(Path(__file__).parent / "Ball.mo"), "--fmi", version, "-o", fmu, "--quiet"], check=True)
        problems = validate_fmu(fmu)
        failures += len(problems)
        print(*problems, sep="\n")
        for kind in ("ModelExchange", "CoSimulation"):
            for h, g in ((1, 9.81), (2, 1.62)):
                rows = simulate_fmu(fmu, fmi_type=kind, stop_time=1.5, output_interval=0.1, relative_tolerance=1e-9, record_events=False, output=["h", "k"],
                                    start_values={"h": h, "g": g})
                for row in rows:
                    if abs(row["h"] - height(row["time"], h, g, 0.7)) > 1e-5 or row["k"] != int(row["time"] * 10 + 0.5 + 1e-9):
                        failures += 1
                        print(version, kind, h, g, row, height(row["time"], h, g, 0.7))
sys.exit(1 if failures else 0)
