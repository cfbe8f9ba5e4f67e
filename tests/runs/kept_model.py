"""A second run starts from what the first one kept, gives the same bytes and says the same; whatever changes in the sources is seen."""
import glob
import json
import os
import subprocess
import sys
import tempfile

PACKAGE = {
    "package.mo": "package P\n  constant Real k = 2;\nend P;\n",
    "Speed.mo": """within P;
function Speed
  input Real u[:];
  output Real y;
algorithm
  y := 0;
  for i in 1:size(u, 1) loop
    y := y + u[i];
  end for;
end Speed;
""",
    "M.mo": """within P;
model M
  type Colour = enumeration(red, green);
  parameter Integer n = 2;
  parameter Real p = 1;
  parameter Colour c = Colour.green;
  parameter Real unset(unit = "m");
  Real x[n](each start = 0, each fixed = true);
  Real late(start = 0, fixed = true);
  discrete Real s(start = 0, fixed = true);
  String word = if c == Colour.green then "go" else "stop";
equation
  der(x) = fill(k*p, n);
  der(late) = if time > 0.5 then Speed({1, s}) else 0;
  when time > 0.25 then s = 3; end when;
  annotation(experiment(StopTime = 1));
end M;
""",
}


class Runs:
    def __init__(self, mica, source, folder):
        self.mica, self.folder = mica, folder
        self.environment = dict(os.environ, MICA_HOME=source, MODELICAPATH=folder, XDG_CACHE_HOME=os.path.join(folder, "cache"))

    def run(self, *options):
        """The rows of the last point by name, whether it was restored, all bytes, what was said."""
        result, stats = os.path.join(self.folder, "result.csv"), os.path.join(self.folder, "stats.json")
        call = subprocess.run([self.mica, "simulate", "P.M", "--warnings", "all", "-o", result, "--stats", stats, *options], env=self.environment, capture_output=True, text=True)
        assert call.returncode == 0, call.stderr
        with open(result) as file:
            text = file.read()
        with open(stats) as file:
            statistics = json.load(file)
        lines = text.splitlines()
        last = dict(zip(lines[0].split(","), lines[-1].split(",")))
        return last, "restore" in statistics["seconds"], text, call.stderr, statistics["evaluated"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(sys.argv[1], sys.argv[2], folder)
        os.mkdir(os.path.join(folder, "P"))

        def write(name, text):
            with open(os.path.join(folder, "P", name), "w") as file:
                file.write(text)

        for name, text in PACKAGE.items():
            write(name, text)
        first, second = runs.run(), runs.run()
        assert not first[1] and second[1], "the second run does not start from what the first kept"
        assert first[2] == second[2], "the results differ"
        assert "unset" in first[3] and first[3] == second[3], f"other messages: {first[3]} {second[3]}"
        assert first[4] == second[4] and first[4], "other structural parameters"
        assert abs(float(second[0]["x[2]"]) - 2) < 1e-6 and abs(float(second[0]["late"]) - 2) < 1e-6, second[0]  # (1 + 3)*0.5
        assert not runs.run("--fresh")[1], "--fresh has no effect"
        # Parameters: one that is set at the start, one that decides about the structure.
        last, restored, *_ = runs.run("--set", "p=3")
        assert restored and abs(float(last["x[1]"]) - 6) < 1e-6, last
        last, *_ = runs.run("--set", "n=3")
        assert abs(float(last["x[3]"]) - 2) < 1e-6, last
        assert runs.run("--method", "inline-implicit-euler", "--step", "0.01")[1] is False, "a model for another kind of method was taken"
        # Changes of the sources.
        write("package.mo", PACKAGE["package.mo"].replace("= 2", "= 5"))
        last, restored, *_ = runs.run()
        assert not restored and abs(float(last["x[1]"]) - 5) < 1e-6, last
        assert runs.run()[1]
        write("New.mo", "within P;\nmodel New end New;\n")
        assert not runs.run()[1], "a new class in the package was not seen"
        assert runs.run()[1]
        write("notes.txt", "not a class")
        assert runs.run()[1], "any file in the directory counts"
        for path in glob.glob(os.path.join(folder, "cache", "mica", "models", "*")):
            with open(path, "r+b") as file:
                file.seek(-100, os.SEEK_END)
                file.write(b"\xff" * 50)
        last, restored, *_ = runs.run()
        assert not restored and abs(float(last["x[1]"]) - 5) < 1e-6, "a damaged file was taken"
    print("as expected")


main()
