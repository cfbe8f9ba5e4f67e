"""External C and files inside an FMU: foreign_test.py MICA

A library with a function in its annotation, functions of C sources, an external object and a file is exported, moved away, and run in FMPy, both versions and both types: values by
closed form, an error of the C code as a message of the FMU, two instances with external objects of their own.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import fmpy
    from fmpy import simulate_fmu
    from fmpy.validation import validate_fmu
except ImportError:
    sys.exit(77)

failures = []


def expect(condition, *what):
    if not condition:
        failures.append(what)


def check(rows, start, what):
    last = 0
    for row in rows:
        t = row["time"]
        ticks = int((t + 0.1) / 0.2 + 1e-9)
        expect(abs(row["y"] - t * t) < 1e-5, what, "y", t, row["y"])
        expect(abs(row["z"] - t ** 3) < 1e-12, what, "z", t, row["z"])
        expect(abs(row["r"] - (0.25 + t) ** 0.5) < 1e-12, what, "r", t, row["r"])
        if ticks:
            expect(row["n"] == start + ticks, what, "n", t, row["n"])
            expect(row["f"] == 42.5, what, "f", t, row["f"])
        last = t
    expect(abs(last - 1) < 1e-9, what, "ends at", last)


with tempfile.TemporaryDirectory() as place:
    library = Path(place) / "libraries"
    shutil.copytree(Path(__file__).parent / "Foreign", library / "Foreign")
    # Stands in for that of the Standard Library, whose loadResource is the same call.
    (library / "Modelica.mo").write_text("package Modelica package Utilities package Files function loadResource input String uri; output String file; external \"builtin\" file = "
                                         "resourceFile(uri); end loadResource; end Files; end Utilities; end Modelica;\n")
    environment = {**os.environ, "MODELICAPATH": str(library)}
    fmus = {}
    for version in ("2", "3"):
        fmus[version] = str(Path(place) / f"foreign{version}.fmu")
        done = subprocess.run([sys.argv[1], "fmu", "export", "Foreign.Test", "--fmi", version, "-o", fmus[version], "--quiet"], env=environment, capture_output=True, text=True)
        expect(done.returncode == 0, "export", version, done.stderr)
        expect("warning" not in done.stderr, "export", version, done.stderr)
    if failures:
        print(*failures, sep="\n")
        sys.exit(1)
    shutil.rmtree(library)  # an FMU needs nothing of it
    for version, fmu in fmus.items():
        problems = validate_fmu(fmu)
        expect(not problems, "validation", version, problems)
        text = fmpy.read_model_description(fmu)
        files = [v.start for v in text.modelVariables if v.name == "file"]
        expect(files and place not in str(files[0]), "a path of the machine is in the description", version, files)
        for kind in ("ModelExchange", "CoSimulation"):
            for start in (10, 20):
                rows = simulate_fmu(fmu, fmi_type=kind, stop_time=1, output_interval=0.05, relative_tolerance=1e-8, record_events=False, output=["y", "z", "r", "n", "f"],
                                    start_values={"start": start})
                check(rows, start, (version, kind, start))
            messages = []
            log = (lambda component, instance, status, category, message: messages.append(message)) if version == "2" else \
                (lambda environment, status, category, message: messages.append(message))
            try:
                simulate_fmu(fmu, fmi_type=kind, stop_time=1, start_values={"fails": True}, logger=log)
                expect(False, version, kind, "goes on where the C code reports an error")
            except Exception:
                pass
            words = " ".join(m.decode() if isinstance(m, bytes) else str(m) for m in messages)
            expect("no root of" in words, version, kind, "the message of the C code is lost", words)
print(*failures, sep="\n")
sys.exit(1 if failures else 0)
