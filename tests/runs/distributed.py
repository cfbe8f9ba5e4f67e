"""A model cut at its lines: closed forms of reflections, the same bits with any number of threads, the monolithic run within its own error, parts that fail."""
import csv
import json
import os
import subprocess
import sys
import tempfile
import tomllib

FAILING = """model Failing
  Mica.Electrical.StepVoltage source(V=1, startTime=0);
  Mica.Electrical.Ground g1, g2;
  Mica.Electrical.Resistor r(R=50), load(R=50);
  Mica.Electrical.Capacitor memory(C=0.01, v(start=0, fixed=true));
  Mica.Tlm.ElectricalLine line(T=1e-2, Zc=50);
equation
  assert(load.v < 0.25, "the load is on");
  connect(source.n, g1.p); connect(source.p, r.p); connect(r.n, line.a);
  connect(line.b, load.p); connect(load.n, memory.p); connect(memory.n, g2.p);
  annotation (experiment(StopTime=0.1, Interval=0.001));
end Failing;
"""

WHOLE = """model Whole
  Real x(start=1, fixed=true), y(start=0, fixed=true);
equation
  der(x) = -x + y;
  der(y) = -y + delay(x, 0.1);
end Whole;
"""

UNGUARDED = """model Unguarded "A chain of first-order lags that delays join, with no value of their own for the start"
  Real x(start=2, fixed=true), y(start=1, fixed=true), z(start=0, fixed=true);
equation
  der(x) = -x;
  der(y) = -y + delay(x, 0.125);
  der(z) = -z + delay(y, 0.125);
  annotation (experiment(StopTime=2, Interval=0.125, Tolerance=1e-9));
end Unguarded;
"""


class Runs:
    def __init__(self, mica, source, folder):
        self.mica, self.folder = mica, folder
        self.environment = dict(os.environ, MICA_HOME=source)

    def call(self, *words):
        return subprocess.run([self.mica, *words], env=self.environment, cwd=self.folder, capture_output=True, text=True)

    def rows(self, *words):
        result = os.path.join(self.folder, "result.csv")
        call = self.call("simulate", *words, "-o", result, "--quiet")
        assert call.returncode == 0 and not call.stderr, call.stderr
        return read(result)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path


def read(path):
    with open(path, newline="") as file:
        names, *lines = list(csv.reader(file))
    return names, [[float(word) for word in line] for line in lines]


def largest(one, other, names):
    """The largest difference of variables at common times, beside 1 + their largest value. Of rows of one time the last counts."""
    first, second = ({row[0]: row for row in rows[1]} for rows in (one, other))
    worst = 0.0
    for name in names:
        i, j = one[0].index(name), other[0].index(name)
        scale = max(abs(row[i]) for row in one[1]) or 1.0
        common = [time for time in first if time in second]
        assert len(common) > 10
        worst = max(worst, max(abs(first[time][i] - second[time][j]) / scale for time in common))
    return worst


def check_reflections(runs, source):
    with open(os.path.join(source, "tests/models/line_ends.toml"), "rb") as file:
        case = tomllib.load(file)
    names, rows = runs.rows(os.path.join(source, "tests/models/line_ends.mo"), "--distributed")
    count = 0
    for moment in case["at"]:
        row = [row for row in rows if abs(row[0] - moment["time"]) < 1e-12][-1]
        for name, value in moment.items():
            if name != "time":
                found = row[names.index(name)]
                assert abs(found - value) <= 1e-6 * (1 + abs(value)), f"{name} at {moment['time']}: {found}, not {value}"
                count += 1
    assert count > 100


def check_transmission(runs):
    model, names = "Mica.Examples.HydraulicTransmission", ["motor.w", "pump.w", "hydraulicMotor.w", "volume.p"]
    parts = json.loads(runs.call("split", model, "--json").stdout)["parts"]
    assert len(parts) >= 3, parts
    assert all(abs(delay - 1e-3) < 1e-15 for part in parts for delay in part["delays"].values())
    common = [model, "--stop-time", "0.3", "--interval", "0.01", "--tolerance", "1e-6"]
    texts = []
    for threads in ("1", "2", "4"):
        rows = runs.rows(*common, "--distributed", "--threads", threads)
        with open(os.path.join(runs.folder, "result.csv"), "rb") as file:
            texts.append(file.read())
    assert texts[0] == texts[1] == texts[2], "the number of threads changes the result"
    whole = runs.rows(*common)
    exact = runs.rows(*common[:-1], "1e-7")
    assert set(whole[0]) == set(rows[0]), set(whole[0]) ^ set(rows[0])
    own, distributed = largest(whole, exact, names), largest(rows, whole, names)
    assert distributed <= 3 * own, f"distributed {distributed}, own error {own}"
    other = runs.rows(*common, "--distributed", "--method", "motor:inline-rk3", "--step", "5e-5", "--threads", "2")
    assert largest(other, exact, names) < 1e-3, "with a method of its own for the motor"


def check_start(runs):
    path = runs.write("Unguarded.mo", UNGUARDED)
    names = ["x", "y", "z"]
    difference = largest(runs.rows(path, "--distributed"), runs.rows(path), names)
    assert difference < 1e-7, difference


def check_failures(runs):
    path = runs.write("Failing.mo", FAILING)
    call = runs.call("simulate", path, "--distributed", "-o", "failing.csv", "--quiet")
    assert call.returncode == 3, call
    assert "E9708" in call.stderr and "load" in call.stderr and "the load is on" in call.stderr, call.stderr
    names, rows = read(os.path.join(runs.folder, "failing.csv"))
    # The wave arrives after 10 ms.
    assert abs(rows[-1][0] - 0.01) < 1e-3 and abs(rows[-1][names.index("r.v")] - 0.5) < 1e-6, rows[-1]
    call = runs.call("split", "--verbose", runs.write("Whole.mo", WHOLE))
    assert "W9701" in call.stderr and "der(y) = " in call.stderr, call.stderr
    call = runs.call("simulate", "Mica.Examples.HydraulicTransmission", "--distributed", "--method", "nowhere:cvode")
    assert call.returncode == 2 and "E9703" in call.stderr, call.stderr
    call = runs.call("simulate", "Mica.Examples.HydraulicTransmission", "--distributed", "--method", "inline-rk3", "--step", "1e-3")
    assert call.returncode == 2 and "E9705" in call.stderr, call.stderr


def check_chain(runs, source):
    path = os.path.join(source, "bench/distributed/Chain.mo")
    words = [path, "--class", "DistributedChain.Chain"]
    split = json.loads(runs.call("split", *words, "--json").stdout)
    assert len(split["parts"]) == 10 and split["translations"] <= 4, split
    assert all(part["states"] == 20 for part in split["parts"])
    names = [f"c[{k}].v[{j}]" for k in (1, 5, 10) for j in (1, 10, 20)]
    common = [*words, "--stop-time", "0.005", "--interval", "0.00025", "--variables", "|".join(name.replace("[", r"\[").replace("]", r"\]") for name in names)]
    rows, whole, exact = runs.rows(*common, "--distributed"), runs.rows(*common), runs.rows(*common, "--tolerance", "1e-7")
    own, distributed = largest(whole, exact, names), largest(rows, whole, names)
    assert distributed <= 3 * own, f"distributed {distributed}, own error {own}"


def main():
    mica, source = sys.argv[1], sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(mica, source, folder)
        check_reflections(runs, source)
        check_transmission(runs)
        check_start(runs)
        check_failures(runs)
        check_chain(runs, source)
    print("as expected")


main()
