"""What users do every day: values, inputs and starting points of a run, results beside each other, libraries. everyday_calls_test.py MICA."""
import math
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile
from pathlib import Path

MICA = os.path.abspath(sys.argv.pop(1))


class Calls(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.environment = {key: value for key, value in os.environ.items()
                            if key not in ("MODELICAPATH", "MICA_HOME", "XDG_DATA_HOME", "MICA_MIRROR")}
        self.environment["HOME"] = str(self.folder / "home")
        self.environment["LANG"] = "C.UTF-8"

    def file(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def call(self, *arguments, code=0, **more):
        process = subprocess.run([MICA, *map(str, arguments)], cwd=self.folder, env=dict(self.environment, **more), capture_output=True, text=True, timeout=120)
        self.assertEqual(process.returncode, code, f"{arguments}\n{process.stdout}\n{process.stderr}")
        self.assertNotIn("internal error", process.stderr)
        return process

    def refused(self, *arguments, says, code=2, **more):
        process = self.call(*arguments, code=code, **more)
        for words in [says] if isinstance(says, str) else says:
            self.assertIn(words, process.stderr)
        return process

    def columns(self, name):
        lines = (self.folder / name).read_text().splitlines()
        names = lines[0].split(",")
        rows = [list(map(float, line.split(","))) for line in lines[1:]]
        return {each.strip('"'): [row[i] for row in rows] for i, each in enumerate(names)}

    def simulate(self, *arguments, **more):
        process = self.call("simulate", *arguments, "-o", "r.csv", "--parameters", **more)
        return self.columns("r.csv"), process


class Values(Calls):
    MODEL = """model Values
  parameter Real k = 1;
  parameter Integer n = 2;
  parameter Real v[3] = {1, 2, 3};
  parameter Real unused = 4;
  parameter Boolean doubled = false;
  type Kind = enumeration(slow, fast);
  parameter Kind kind = Kind.slow;
  parameter Real evaluated = 1 annotation (Evaluate = true);
  record Gains
    Real a = 1;
    Real b = 2;
  end Gains;
  parameter Gains gains;
  model Tank
    parameter Real area = 1;
    Real level(start = 1, fixed = true);
  equation
    der(level) = -area*level;
  end Tank;
  Tank tank[2];
  Real x(start = 1, fixed = true), free(start = 5), given(start = 7);
  Real w[n](each start = 1, each fixed = true);
  Real twice = 2*evaluated;
  Real pace = if kind == Kind.fast then 3 else 1;
  Real sum_v = sum(v), g = gains.a + gains.b, factor = if doubled then 2 else 1;
initial equation
  given = 3;
equation
  der(x) = -k*x;
  der(free) = 0;
  der(given) = 0;
  der(w) = -w;
  annotation (experiment(StopTime = 1));
end Values;
"""

    def setUp(self):
        super().setUp()
        self.file("Values.mo", self.MODEL)

    def first(self, *arguments):
        columns, process = self.simulate("Values.mo", *arguments)
        return {name: values[0] for name, values in columns.items()}, process

    def test_start_values(self):
        row, process = self.first("--set", "x.start=2", "--set", "free.start=6.5", "--set", "tank.level.start={3,4}")
        self.assertEqual([row["x"], row["free"], row["tank[1].level"], row["tank[2].level"]], [2, 6.5, 3, 4])
        self.assertNotIn("W6048", process.stderr)
        row, _ = self.first("--set", "w.start={8,9}", "--set", "tank.level.start=5")
        self.assertEqual([row["w[1]"], row["w[2]"], row["tank[1].level"], row["tank[2].level"]], [8, 9, 5, 5])
        row, _ = self.first("--set", "w.start=4", "--set", "n=3")
        self.assertEqual([row["w[1]"], row["w[2]"], row["w[3]"]], [4, 4, 4])
        self.refused("simulate", "Values.mo", "--set", "w[1].start=4", says=("w[1].start", "w.start={"))

    def test_expressions(self):
        row, _ = self.first("--set", "k=1/3", "--set", "v={4,5,6}", "--set", "free.start=2*pi", "--set", "gains.b=7")
        self.assertAlmostEqual(row["k"], 1 / 3, delta=1e-15)
        self.assertAlmostEqual(row["free"], 2 * math.pi, delta=1e-14)
        self.assertEqual([row["sum_v"], row["g"]], [15, 8])
        row, _ = self.first("--set", "v=5")
        self.assertEqual(row["sum_v"], 15)
        row, _ = self.first("--set", "v[2]=10", "--set", "tank[2].area=3", "--set", "doubled=not false")
        self.assertEqual([row["sum_v"], row["tank[2].area"], row["tank[1].area"], row["factor"]], [14, 3, 1, 2])
        row, _ = self.first("--set", "k=2*n + 1", "--set", "n=3")  # what the model declares is known
        self.assertEqual(row["k"], 7)

    def test_values_from_a_file(self):
        self.file("values.txt", "# measured\n\nk = 3\n// start\nx.start=4\nv={1,1,1}\n")
        row, _ = self.first("--set-file", "values.txt", "--set", "k=5")
        self.assertEqual([row["k"], row["x"], row["sum_v"]], [5, 4, 3])
        self.file("broken.txt", "k = 3\nnonsense\n")
        self.refused("simulate", "Values.mo", "--set-file", "broken.txt", says=("broken.txt:2", "nonsense"))
        self.refused("simulate", "Values.mo", "--set-file", "nowhere.txt", says=("E6018", "nowhere.txt"))

    def test_without_effect(self):
        for value, why in (("given.start=8", "not fixed"), ("unused=8", "nothing depends on unused")):
            _, process = self.first("--set", value)
            self.assertIn("warning W6048: --set " + value + " has no effect", process.stderr)
            self.assertIn(why, process.stderr)

    def test_values_that_translation_uses(self):
        for value in ("kind=fast", "kind=Kind.fast"):
            row, process = self.first("--set", value)
            self.assertEqual(row["pace"], 3)
            self.assertNotIn("W6048", process.stderr)
        row, process = self.first("--set", "n=3", "--set", "evaluated=4")
        self.assertEqual(row["twice"], 8)
        self.assertNotIn("W6048", process.stderr)

    def test_wrong_values(self):
        self.refused("simulate", "Values.mo", "--set", "n=2.5", says="n must be an Integer, but 2.5 is Real")
        self.refused("simulate", "Values.mo", "--set", "k=true", says="k must be a Real")
        self.refused("simulate", "Values.mo", "--set", "x.start=true", says="must be a Real")
        process = self.refused("simulate", "Values.mo", "--set", "k=1/nothing", says=("nothing", "/* k = */ 1/nothing"))
        self.assertNotIn("extends", process.stderr)
        self.refused("simulate", "Values.mo", "--set", "k=1/", says="--set:")
        self.refused("simulate", "Values.mo", "--set", "y.start=1", says="y.start")
        self.refused("simulate", "Values.mo", "--set", "v={1,2}", says="v")
        self.refused("simulate", "Values.mo", "--set", "sum_v=1", says="sum_v cannot be set")


class Inputs(Calls):
    def setUp(self):
        super().setUp()
        self.file("Plant.mo", """model Plant
  input Real u(start = 7);
  input Boolean on(start = false);
  input Integer gear(start = 1);
  discrete Integer changes(start = 0, fixed = true);
  Real x(start = 0, fixed = true), y = 2*u;
equation
  der(x) = if on then gear*u else 0;
  when change(on) then
    changes = pre(changes) + 1;
  end when;
  annotation (experiment(StopTime = 4));
end Plant;
""")

    def test_data(self):
        # u rises to 2 at t = 1, jumps to 5 at t = 2, falls to 1 at t = 4; on from 1 to 3; gear 2 from 2 on.
        self.file("data.csv", "time,u,on,gear,other\n0,0,false,1,9\n1,2,true,1,9\n2,2,true,1,9\n2,5,true,2,9\n3,3,false,2,9\n4,1,false,2,9\n")
        columns, process = self.simulate("Plant.mo", "--input", "data.csv")
        self.assertIn("N6028", process.stderr)
        self.assertIn("other", process.stderr)
        self.assertNotIn("N6038", process.stderr)
        # x = integral of 2 over [1, 2] and of 2*u, from 5 to 3, over [2, 3].
        self.assertAlmostEqual(columns["x"][-1], 2 + 2 * 4, delta=1e-5)
        self.assertEqual(columns["changes"][-1], 2)
        at_two = [value for t, value in zip(columns["time"], columns["u"]) if t == 2]
        self.assertEqual([at_two[0], at_two[-1]], [2, 5])
        for t, u, y in zip(columns["time"], columns["u"], columns["y"]):
            self.assertAlmostEqual(y, 2 * u)
            if t < 1:
                self.assertAlmostEqual(u, 2 * t, delta=1e-12)

    def test_a_short_pulse_is_not_skipped(self):
        self.file("pulse.csv", "time,u,on,gear\n0,0,1,1\n2,0,1,1\n2.0005,1,1,1\n2.001,0,1,1\n4,0,1,1\n")
        for method in ("cvode", "ida", "dopri45", "esdirk5"):
            columns, _ = self.simulate("Plant.mo", "--input", "pulse.csv", "--method", method, "--intervals", "4")
            self.assertAlmostEqual(columns["x"][-1], 0.0005, delta=1e-5, msg=method)

    def test_fixed_step(self):
        self.file("data.csv", "time,u,on,gear\n0,1,1,1\n1,1,1,1\n1,3,1,1\n4,3,1,1\n")
        for method in ("euler", "rk4", "inline-euler", "implicit-euler"):
            columns, _ = self.simulate("Plant.mo", "--input", "data.csv", "--method", method, "--step", "0.01")
            self.assertAlmostEqual(columns["x"][-1], 1 + 9, delta=0.05, msg=method)

    def test_a_result_as_data(self):
        self.file("Source.mo", "model Source Real u = time; Boolean on = time > 1; Integer gear = 1; annotation (experiment(StopTime = 4)); end Source;")
        self.call("simulate", "Source.mo", "-o", "source.mat")
        columns, _ = self.simulate("Plant.mo", "--input", "source.mat")
        self.assertAlmostEqual(columns["x"][-1], 7.5, delta=1e-5)

    def test_open_inputs(self):
        columns, process = self.simulate("Plant.mo")
        self.assertIn("note N6038: 3 inputs of the model keep their start values: u = 7", process.stderr)
        self.assertEqual(columns["u"][-1], 7)
        _, process = self.simulate("Plant.mo", "--set", "u=1", "--set", "on=true", "--set", "gear=3")
        self.assertNotIn("N6038", process.stderr)

    def test_wrong_data(self):
        self.file("other.csv", "time,z\n0,1\n1,2\n")
        self.refused("simulate", "Plant.mo", "--input", "other.csv", says=("E6028", "the inputs are u, on, gear"))
        self.file("hole.csv", "time,u\n0,1\n1,\n2,3\n")
        self.refused("simulate", "Plant.mo", "--input", "hole.csv", says=("E6028", "u", "time = 1"))
        self.file("back.csv", "time,u\n0,1\n2,1\n1,3\n")
        self.refused("simulate", "Plant.mo", "--input", "back.csv", says="E7007")
        self.refused("simulate", "Plant.mo", "--input", "nowhere.csv", says="nowhere.csv")


class StartingPoints(Calls):
    def setUp(self):
        super().setUp()
        self.file("Hybrid.mo", """model Hybrid
  parameter Real p(fixed = false);
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), a;
  Integer count(start = 0, fixed = true), ticks(start = 0, fixed = true);
  Boolean high = x > 0.5;
initial equation
  p = 2*x;
equation
  der(x) = v;
  der(v) = a;
  a = -p*p*x;
  when x > 0.5 then
    count = pre(count) + 1;
  end when;
  when sample(0, 0.5) then
    ticks = pre(ticks) + 1;
  end when;
  annotation (experiment(StopTime = 10, Tolerance = 1e-9));
end Hybrid;
""")

    def test_two_halves_are_a_whole(self):
        for kind in (".mat", ".csv"):
            self.call("simulate", "Hybrid.mo", "--parameters", "-o", "whole" + kind)
            self.call("simulate", "Hybrid.mo", "--parameters", "--stop-time", "5", "-o", "first" + kind)
            self.call("simulate", "Hybrid.mo", "--initial", "first" + kind, "--stop-time", "10", "-o", "second.csv")
            whole, _ = self.simulate("Hybrid.mo")
            second = self.columns("second.csv")
            self.assertEqual(second["time"][0], 5)
            self.assertEqual(second["time"][-1], 10)
            for name in ("count", "ticks"):
                self.assertEqual(second[name][-1], whole[name][-1], (kind, name))
            for name in ("x", "v", "a"):
                self.assertAlmostEqual(second[name][-1], whole[name][-1], delta=1e-5, msg=name)
            self.call("simulate", "Hybrid.mo", "--initial", f"whole{kind}@5", "--stop-time", "10", "-o", "again.csv")
            again = self.columns("again.csv")
            self.assertAlmostEqual(again["x"][-1], whole["x"][-1], delta=1e-5)

    def test_what_is_not_there(self):
        self.call("simulate", "Hybrid.mo", "--variables", "x|ticks", "-o", "some.mat")
        process = self.call("simulate", "Hybrid.mo", "--initial", "some.mat", "-o", "r.csv")
        self.assertIn("W6058", process.stderr)
        for name in ("v", "count"):
            self.assertRegex(process.stderr, rf"W6058: some.mat does not have .*\b{name}\b")
        self.refused("simulate", "Hybrid.mo", "--initial", "some.mat@11", says=("E6058", "from 0 to 10"))
        self.refused("simulate", "Hybrid.mo", "--initial", "some.mat@late", says=("E6058", "late"))
        self.refused("simulate", "Hybrid.mo", "--initial", "nowhere.mat", says="nowhere.mat")

    def test_all_steps(self):
        # Relaxation oscillations jump in a time that no output grid sees: the peak of y is near 4/3 of mu.
        self.file("Relax.mo", """model Relax
  parameter Real mu = 500;
  Real x(start = 2, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = mu*(1 - x^2)*y - x;
  annotation (experiment(StopTime = 1500));
end Relax;
""")
        columns, _ = self.simulate("Relax.mo")
        self.assertLess(max(map(abs, columns["y"])), 100)
        columns, _ = self.simulate("Relax.mo", "--all-steps")
        self.assertAlmostEqual(max(map(abs, columns["y"])), 4 / 3 * 500, delta=0.03 * 500)
        self.assertEqual(columns["time"], sorted(columns["time"]))


class Results(Calls):
    def setUp(self):
        super().setUp()
        self.file("decay.mo", "model Decay \"Decay\" parameter Real k(unit = \"1/s\") = 2 \"Rate\"; Real x(start = 1, fixed = true, unit = \"m\") \"Length\", z = x, m = -x; "
                  "equation der(x) = -k*x; annotation (experiment(StopTime = 1)); end Decay;")
        self.call("simulate", "decay.mo", "-o", "a.mat")
        self.call("simulate", "decay.mo", "--set", "k=1", "--stop-time", "2", "--intervals", "77", "-o", "b.csv")

    def test_two_results_in_one_picture(self):
        self.call("plot", "a.mat", "b.csv", "x", "--save", "both.html")
        page = (self.folder / "both.html").read_text()
        self.assertIn("x (a.mat)", page)
        self.assertIn("x (b.csv)", page)
        self.assertIn("x (a.mat)", self.call("plot", "a.mat", "b.csv", "x").stdout)
        self.refused("plot", "a.mat", "b.csv", "x", "--x", "z", says="E7048")
        self.refused("plot", "a.mat", "b.csv", "q", says="E7030")
        self.refused("plot", "a.mat", says=("E7036", "mica list a.mat"))

    def test_list_of_variables(self):
        lines = self.call("list", "a.mat").stdout.splitlines()
        self.assertIn("x\tvariable\tm\tLength", lines)
        self.assertIn("k\tconstant\t1/s\tRate", lines)
        self.assertEqual(self.call("list", "a.mat", "--match", "*z*").stdout.split("\t")[0], "z")
        self.assertIn('"name": "x"', self.call("list", "b.csv", "--json").stdout)

    def test_pictures_are_refused_early_and_named(self):
        self.refused("simulate", "decay.mo", "--plot", "x", "--save", "x.pdf", "-o", "c.mat", says="E7033")
        self.assertFalse((self.folder / "c.mat").exists())
        self.assertRegex(self.call("simulate", "decay.mo", "--plot", "x", "--save", "x.html", "-o", "c.mat").stdout, r"; c\.mat, x\.html\n$")

    def test_an_alias_is_drawn_once(self):
        self.file("reference.csv", "time,x,z,m\n" + "".join(f"{t/10},{2 - t/10},{2 - t/10},{t/10 - 2}\n" for t in range(11)))
        self.call("compare", "a.mat", "reference.csv", "--save", "differ.html", code=1)
        page = (self.folder / "differ.html").read_text()
        self.assertEqual(len([name for name in ("x", "z", "m") if f'"{name} [m]"' in page]), 1, page[:2000])


class Packages(Calls):
    def setUp(self):
        super().setUp()
        self.file("Lib/package.mo", "package Lib end Lib;")
        self.file("Lib/Good.mo", "within Lib; model Good Real x = 1; end Good;")
        self.file("Lib/Bad.mo", "within Lib; model Bad Real x = nothing; end Bad;")
        self.file("Lib/Base.mo", "within Lib; partial model Base Real x; end Base;")
        self.file("Lib/Sub/package.mo", "within Lib; package Sub block B output Real y = 2; end B; function f output Real y = 1; end f; end Sub;")

    def test_check_of_a_package(self):
        for name in ("Lib", "./Lib", "Lib/package.mo"):
            process = self.call("check", name, code=1)
            self.assertIn("Lib.Good: 1 equations and 1 unknowns\n", process.stdout)
            self.assertIn("Lib.Sub.B: 1 equations and 1 unknowns\n", process.stdout)
            self.assertTrue(process.stdout.endswith("Lib: 3 models checked, 1 wrong: Lib.Bad\n"), process.stdout)
            self.assertIn("nothing", process.stderr)
        self.assertTrue(self.call("check", "Lib.Sub").stdout.endswith("Lib.Sub: 1 model checked, nothing is wrong\n"))

    def test_the_working_directory_holds_libraries(self):
        self.assertIn("Lib.Good: 1 equations", self.call("check", "Lib.Good").stdout)
        self.assertIn("Good", self.call("doc", "Lib.Good").stdout)
        self.file("User.mo", "model User extends Lib.Good; end User;")
        self.call("check", "User.mo")

    def test_missing_directories_are_reported(self):
        self.assertIn("W9008: MODELICAPATH names /nowhere/at/all", self.call("check", "Lib.Good", MODELICAPATH="/nowhere/at/all:.").stderr)

    def test_convert_files_that_say_nothing(self):
        self.file("libs/Old/package.mo", "package Old package New type Length = Real; end New; annotation (version = \"2.0\", "
                  "conversion(from(version = \"1.0\", script = \"convert.mos\"))); end Old;")
        self.file("libs/Old/convert.mos", 'convertClass("Old.Ancient.Length", "Old.New.Length");\n')
        text = "model M\n  Old.Ancient.Length x = 1; // kept\nend M;\n"
        self.file("M.mo", text)
        path = {"MODELICAPATH": str(self.folder / "libs")}
        self.refused("check", "M.mo", says=("Old has no element Ancient", "Old.Ancient was in Old 1.0", "mica convert --from 'Old 1.0'"), code=1, **path)
        self.assertIn("nothing to convert", self.call("convert", "M.mo", **path).stdout)
        self.assertIn("--from", self.call("convert", "M.mo", **path).stdout)
        self.assertEqual(self.call("convert", "M.mo", "--from", "Old 1.0", **path).stdout, "converted M.mo\n")
        self.assertEqual((self.folder / "M.mo").read_text(), text.replace("Old.Ancient.Length", "Old.New.Length").replace(
            "end M", "  annotation (uses(Old(version = \"2.0\")));\nend M"))
        self.call("check", "M.mo", **path)

    def test_warnings_about_libraries(self):
        # Two attributes of one unit that contradict each other are a warning wherever they stand.
        library = "package Warned model W parameter Real p; Real x(start = 0, fixed = true); equation der(x) = p; end W; end Warned;"
        self.file("libs/Warned.mo", library)
        self.file("Mine.mo", "model Mine parameter Real q; Warned.W w; Real y = q; end Mine;")
        path = {"MODELICAPATH": str(self.folder / "libs")}
        own = self.call("check", "Mine.mo", **path).stderr
        everything = self.call("check", "Mine.mo", "--warnings", "all", **path).stderr
        self.assertIn("Mine.mo:1", own)
        self.assertNotIn("Warned.mo:1", own)
        self.assertRegex(own, r"\n1 warning about the text of libraries \(W5302\) is not shown; --warnings all shows it\n")
        self.assertIn("Warned.mo:1", everything)
        self.assertNotIn("not shown", everything)
        self.assertNotIn("warning", self.call("check", "Mine.mo", "--warnings", "none", **path).stderr)
        self.assertIn("Warned.mo:1", self.call("check", "./libs/Warned.mo", "--class", "W", **path).stderr)
        self.assertIn("Warned.mo:1", self.call("check", "Warned.W", **path).stderr)  # the file of the model at hand

    def test_messages_at_one_place(self):
        self.file("Many.mo", "model Part\n  parameter Real p;\nend Part;\nmodel Many\n  Part a, b, c, d, e;\nend Many;\n")
        said = """Many.mo:2:18: warning W5302: parameter a.p has no value and no start value; 0 is used
2 |   parameter Real p;
  |                  ^
"""
        self.assertEqual(self.call("check", "Many.mo", "--quiet").stderr, said + """  note: also: parameter b.p has no value and no start value; 0 is used
  note: also: parameter c.p has no value and no start value; 0 is used
  note: 5 times at this place in all
  hint: give a.p a value where the model is used
""")
        self.file("Many.mo", "model Part\n  parameter Real p;\nend Part;\nmodel Many\n  Part a, b;\nend Many;\n")
        self.assertEqual(self.call("check", "Many.mo", "--quiet").stderr, said + """  note: also: parameter b.p has no value and no start value; 0 is used
  hint: give a.p a value where the model is used
""")


class Installing(Calls):
    def installed(self, name):
        return self.folder / "home/.local/share/mica/libraries" / name

    @unittest.skipUnless(shutil.which("git"), "git")
    def test_by_name_from_a_mirror(self):
        source = self.folder / "source"
        self.file("source/VehicleInterfaces/package.mo", "package VehicleInterfaces model A Real x = 1; end A; annotation (version = \"2.0.1\", uses(Helper(version = \"1\"), Elsewhere(version = \"3\"))); end VehicleInterfaces;")
        self.file("source/Helper.mo", "package Helper annotation (version = \"1\"); end Helper;")
        self.file("source/Tests.mo", "package Tests annotation (version = \"2.0.1\"); end Tests;")
        run = lambda *words, where=source: subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false", *words], cwd=where, env=self.environment, check=True, capture_output=True)
        run("init", "-q")
        run("add", ".")
        run("commit", "-q", "-m", "one")
        run("tag", "v2.0.1")
        self.file("source/VehicleInterfaces/package.mo", "package VehicleInterfaces annotation (version = \"2.0.2\"); end VehicleInterfaces;")
        run("commit", "-q", "-a", "-m", "two")
        run("tag", "v2.0.2")
        (self.folder / "mirror").mkdir()
        run("clone", "-q", "--bare", str(source), str(self.folder / "mirror/VehicleInterfaces.git"), where=self.folder)
        out = self.call("install", "VehicleInterfaces", "--version", "2.0.1", "--mirror", "mirror").stdout
        self.assertIn("VehicleInterfaces 2.0.1 is installed", out)
        self.assertIn("mica install Elsewhere --version 3", out)
        self.assertTrue(self.installed("VehicleInterfaces 2.0.1/package.mo").exists())
        self.assertTrue(self.installed("Helper 1.mo").exists())
        self.assertFalse(self.installed("Tests 2.0.1.mo").exists())
        self.call("check", "VehicleInterfaces.A")
        self.call("install", "VehicleInterfaces", "--version", "2.0.2", MICA_MIRROR=str(self.folder / "mirror"))
        self.assertTrue(self.installed("VehicleInterfaces 2.0.2/package.mo").exists())
        self.assertIn("there already", self.call("install", "VehicleInterfaces").stdout)
        self.refused("install", "Modelica", "--mirror", "mirror", says=("E9038", "Modelica"))
        self.refused("install", "Modelika", says=("E9023", "did you mean Modelica"))

    def test_a_folder_as_a_mirror(self):
        self.file("mirror/IBPSA/package.mo", "package IBPSA annotation (version = \"4.0.0\"); end IBPSA;")
        self.call("install", "IBPSA", "--mirror", "mirror")
        self.assertTrue(self.installed("IBPSA 4.0.0/package.mo").exists())
        self.refused("install", "IBPSA", "--version", "3.0.0", "--mirror", "mirror", "--force", says="E9027")

    def test_names_that_lead_elsewhere(self):
        for name in ("'/../../../escaped'", "'../escaped'", "'a/b'"):
            self.file("evil/package.mo", f"package {name} annotation (version = \"1.0\"); end {name};")
            self.refused("install", "evil", says="E9028")
            self.refused("install", "evil", "--force", says="E9028")
        self.assertEqual([path for path in self.folder.rglob("*escaped*")], [])

    def test_archives_that_burst(self):
        with zipfile.ZipFile(self.folder / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("Lib/package.mo", "package Lib end Lib;")
            archive.writestr("Lib/zeros.txt", b"\0" * (200 << 20))
        begin = time.monotonic()
        self.refused("install", "bomb.zip", says=("E9026", "times its size"))
        self.assertLess(time.monotonic() - begin, 5)


class Obedience(Calls):
    LOOP = """model Loop
  function f
    input Real x;
    output Real y = x;
  algorithm
    while y < 10 or x < 10 loop
      y := if y > 1 then 0.5 else y + 1e-3;
    end while;
  end f;
  Real z(start = 0, fixed = true);
equation
  der(z) = if time > 0.1 then f(time) else 1;
end Loop;
"""

    def test_one_signal_is_enough(self):
        self.file("Loop.mo", self.LOOP)
        for each in (signal.SIGTERM, signal.SIGINT):
            process = subprocess.Popen([MICA, "simulate", "Loop.mo", "-o", "r.csv"], cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(3)
            self.assertIsNone(process.poll())
            begin = time.monotonic()
            process.send_signal(each)
            _, said = process.communicate(timeout=20)
            self.assertLess(time.monotonic() - begin, 3)
            self.assertEqual(process.returncode, 130, said)
            self.assertIn("ended", said)

    def test_files_that_may_not_grow(self):
        self.file("Long.mo", "model Long Real x[50](each start = 1, each fixed = true); equation der(x) = -x; annotation (experiment(StopTime = 1, Interval = 1e-4)); end Long;")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (500000, 500000))
        process = subprocess.run([MICA, "simulate", "Long.mo", "-o", "r.csv", "--fresh"], cwd=self.folder, env=self.environment, capture_output=True, text=True, preexec_fn=limit, timeout=120)
        self.assertEqual(process.returncode, 2, process.stderr)
        self.assertIn("E7011", process.stderr)

    def test_statistics_that_cannot_be_written(self):
        self.file("M.mo", "model M Real x = 1; end M;")
        for command in (["simulate", "M.mo", "-o", "r.csv"], ["check", "M.mo"]):
            self.refused(*command, "--stats", "/dev/full", says="E9013")
            self.refused(*command, "--stats", "nowhere/s.json", says="E9013")


class Words(Calls):
    def test_options(self):
        self.file("M.mo", "model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;")
        self.refused("simulate", "M.mo", "--stop-time", "abc", says="--stop-time requires a number, but 'abc' is not one")
        self.refused("simulate", "M.mo", "--tolerance", "1e-20", says=("E6008", "1e-14"))
        process = self.refused("simulate", "M.mo", "--method", "dassl", says=("E6001", "ida is the form of DASSL"))
        self.assertLess(len(process.stderr.splitlines()), 5)

    def test_notes_take_a_line(self):
        self.file("M.mo", "model M Real x(start = 1), y(start = 2); equation der(x) = -x; der(y) = 1; end M;")
        self.assertRegex(self.call("check", "M.mo").stderr, r"^M\.mo:1:7: note N5501: [^\n]*\n$")
        self.assertGreater(len(self.call("check", "M.mo", "--verbose").stderr.splitlines()), 4)
        process = self.call("simulate", "M.mo", "-o", "r.csv")
        self.assertIn("start values used as initial conditions: x = 1, y = 2", process.stdout)
        self.assertNotIn("N5501", process.stderr)


if __name__ == "__main__":
    unittest.main()
