"""Code for modes: the same trajectories as by the general code, the same bits in each run, remembered from run to run."""
import csv
import json
import os
import subprocess
import sys
import tempfile

MODEL = "Mica.Examples.Gearbox11"
SIGNALS = ("engine.crank.w", "turbine.w", "suns.w", "tail.w", "vehicle.w", "drive.tau", "vehicle.phi")


def run(mica, folder, environment, name, *options):
    result, stats = os.path.join(folder, f"{name}.csv"), os.path.join(folder, f"{name}.json")
    call = subprocess.run([mica, "simulate", MODEL, "--step", "2e-4", "--stop-time", "16", "--interval", "0.5", "-o", result, "--stats", stats, "--quiet", *options],
                          env=environment, capture_output=True, text=True)
    assert call.returncode == 0 and not call.stderr, call.stdout + call.stderr
    with open(result, "rb") as file:
        content = file.read()
    return content, json.load(open(stats))["solver"]


def compare(a, b, tolerance):
    first, second = ([dict(row) for row in csv.DictReader(text.decode().splitlines())] for text in (a, b))
    times = {row["time"]: row for row in second}
    compared = 0
    for name in SIGNALS:
        size = 1 + max(abs(float(row[name])) for row in first)
        for row in first:
            # Between events: an event may be a step earlier or later by rounding.
            if float(row["time"]) % 0.5 == 0 and row["time"] in times and float(row["time"]) % 1:
                difference = abs(float(row[name]) - float(times[row["time"]][name]))
                assert difference <= tolerance * size, f"{name} at {row['time']} differs by {difference}"
                compared += 1
    assert compared > 50, compared


def follow(mica, folder, environment):
    """A piecewise linear oscillator by an implicit method: each mode has another matrix, with the gain of the step in it."""
    path = os.path.join(folder, "Pieces.mo")
    with open(path, "w") as file:
        file.write("""model Pieces
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), f;
equation
  der(x) = v;
  der(v) = -f - 0.01*v + 0.5*sin(time);
  f = if x > 0.5 then 5*x - 2 elseif x < -0.5 then 3*x + 1 else x;
end Pieces;
""")
    texts = []
    for modes in ("off", "wait"):
        result = os.path.join(folder, "pieces.csv")
        subprocess.run([mica, "simulate", path, "--method", "inline-implicit-euler", "--step", "1e-3", "--stop-time", "20", "--modes", modes, "-o", result, "--quiet"],
                       env=environment, check=True)
        texts.append([{key: float(value) for key, value in row.items()} for row in csv.DictReader(open(result))])
    assert len(texts[0]) == len(texts[1]), "an event more or less"
    worst = max(abs(a[name] - b[name]) for a, b in zip(*texts) for name in ("x", "v"))
    assert worst < 1e-9, worst


def main():
    mica, source = sys.argv[1], sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, MICA_HOME=source, XDG_CACHE_HOME=folder)
        for method in ("inline-euler", "inline-implicit-euler"):
            general, statistics = run(mica, folder, environment, "general", "--method", method, "--modes", "off")
            assert statistics["mode_codes"] == 0 and statistics["modes"] > 20, statistics
            first, statistics = run(mica, folder, environment, "first", "--method", method, "--modes", "wait")
            assert statistics["mode_codes"] >= 8, statistics
            compare(general, first, 1e-6)
            again, _ = run(mica, folder, environment, "again", "--method", method, "--modes", "wait")
            assert first == again, f"two runs by {method} with --modes wait differ"
            beside, statistics = run(mica, folder, environment, "beside", "--method", method, "--modes", "on")
            assert statistics["mode_codes"] >= 4, statistics
            compare(general, beside, 1e-6)
            # From which step on the code of a mode serves follows from the run alone, whatever is remembered.
            again, _ = run(mica, folder, environment, "again", "--method", method, "--modes", "on")
            cold, _ = run(mica, folder, dict(environment, XDG_CACHE_HOME=os.path.join(folder, "cold", method)), "cold", "--method", method, "--modes", "on")
            assert beside == again == cold, f"two runs by {method} with --modes on differ"
        follow(mica, folder, environment)
        shown = subprocess.run([mica, "show", "modes", MODEL], env=environment, capture_output=True, text=True, check=True).stdout
        assert "mode 1:" in shown and "own code, no systems" in shown and "carrierBrake.mode = Stuck" in shown, shown[:2000]
        shown = subprocess.run([mica, "show", "modes", MODEL, "--method", "inline-implicit-euler"], env=environment, capture_output=True, text=True, check=True).stdout
        assert "mode 1:" in shown and "own code" in shown, shown[:2000]
        # What is remembered of another version, or damaged, is as good as nothing.
        directory = os.path.join(folder, "mica", "modes")
        for name in os.listdir(directory):
            with open(os.path.join(directory, name), "w") as file:
                file.write("modes 1\n3 1 2\n")
        again, _ = run(mica, folder, environment, "again", "--method", "inline-euler", "--modes", "wait")
        general, _ = run(mica, folder, environment, "general", "--method", "inline-euler", "--modes", "off")
        compare(general, again, 1e-6)
    print("as expected")


main()
