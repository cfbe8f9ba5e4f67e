"""The program from outside: exit codes, messages, files. command_line_test.py MICA."""
import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile
from pathlib import Path

MICA = os.path.abspath(sys.argv.pop(1))
DECAY = """model Decay "Exponential decay"
  parameter Real k = 2;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
  annotation (experiment(StopTime = 1.5));
end Decay;
"""
# Never at rest, with an output point every millisecond: it runs until somebody ends it.
ENDLESS = """model Endless
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -1e4*x;
  annotation (experiment(StopTime = 1e5, Interval = 1e-3));
end Endless;
"""


class CommandLine(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.environment = {key: value for key, value in os.environ.items() if key not in ("MODELICAPATH", "MICA_HOME", "XDG_DATA_HOME")}
        self.environment["HOME"] = str(self.folder / "home")
        self.environment["LANG"] = "C.UTF-8"
        self.file("decay.mo", DECAY)

    def file(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def call(self, *arguments, code=0, **more):
        process = subprocess.run([MICA, *map(str, arguments)], cwd=self.folder, env=dict(self.environment, **more), capture_output=True, text=True, timeout=120)
        self.assertEqual(process.returncode, code, f"{arguments}\n{process.stdout}\n{process.stderr}")
        return process

    def refused(self, *arguments, says, code=2):
        process = self.call(*arguments, code=code)
        for words in [says] if isinstance(says, str) else says:
            self.assertIn(words, process.stderr)
        self.assertNotIn("internal error", process.stderr)
        return process

    def rows(self, name):
        lines = (self.folder / name).read_text().splitlines()
        return lines[0].split(","), [list(map(float, line.split(","))) for line in lines[1:]]

    # The program itself

    def test_version_is_quick(self):
        self.assertRegex(self.call("--version").stdout, r"^mica \d+\.\d+\.\d+\n$")
        self.assertRegex(self.call("version").stdout, r"^mica \d+\.\d+\.\d+\n$")

    def test_help(self):
        text = self.call("--help").stdout
        for command in ("check", "show", "simulate", "plot", "compare", "format", "list", "install"):
            self.assertIn(command, text)
        self.assertEqual(self.call().stdout, text)
        self.assertIn("--stop-time", self.call("help", "simulate").stdout)
        self.assertEqual(self.call("simulate", "--help").stdout, self.call("help", "simulate").stdout)

    def test_misspelt_words(self):
        self.refused("simulat", "decay.mo", says=("simulat", "did you mean 'simulate'"))
        self.refused("help", "simulat", says="did you mean 'simulate'")
        self.refused("simulate", "decay.mo", "--stoptime", "2", says="did you mean '--stop-time'")
        self.refused("simulate", "decay.mo", "--tolerence=1e-3", says="did you mean '--tolerance'")
        self.refused("simulate", "--tolerence", "1e-3", says="did you mean '--tolerance'")
        self.refused("show", "flt", "decay.mo", says="did you mean 'flat'")
        self.refused("simulate", "decay.mo", "--method", "cvod", says=("cvod", "cvode"))
        self.refused("simulate", "decay.mo", "--set", "kk=1", says="kk")
        self.refused("simulate", "decay.mo", "--plot", "xx", says="xx")

    def test_wrong_values(self):
        self.refused("simulate", says="MODEL")
        self.refused("simulate", "decay.mo", "--stop-time", "soon", says="--stop-time")
        self.refused("simulate", "decay.mo", "--intervals", "5", "--interval", "0.1", says="--interval")
        self.refused("simulate", "decay.mo", "--intervals", "0", says="interval")
        self.refused("simulate", "decay.mo", "--tolerance", "-1", says="tolerance")
        self.refused("simulate", "decay.mo", "--set", "k", says="k")
        self.refused("simulate", "decay.mo", "--set", "k=fast", says="fast")
        self.refused("simulate", "decay.mo", "--variables", "(", says="E9010")
        self.refused("simulate", "decay.mo", "-o", "decay.xyz", says="decay.xyz")
        self.refused("simulate", "decay.mo", "--save", "x.svg", says="--plot")
        self.refused("simulate", "decay.mo", "--library", "nowhere", says=("E9003", "nowhere"))
        self.assertEqual(list(self.folder.glob("*.mat")), [])

    def test_output_that_nobody_takes(self):
        with open("/dev/full", "w") as full:
            process = subprocess.run([MICA, "show", "syntax", "decay.mo"], cwd=self.folder, env=self.environment, stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(process.returncode, 2)
        self.assertIn("mica:", process.stderr)

    # Models and libraries

    def test_check(self):
        self.assertEqual(self.call("check", "decay.mo").stdout, "Decay: 1 equations and 1 unknowns\n")
        process = self.call("check", self.file("wrong.mo", "model Wrong\n  Real x = y;\n  Real z = w;\nend Wrong;\n"), code=1)
        self.assertIn("wrong.mo:2:12: error", process.stderr)
        self.assertIn("wrong.mo:3:12: error", process.stderr)
        self.assertIn("2 errors", process.stderr)
        self.assertEqual(process.stdout, "")
        self.assertNotIn("\033", process.stderr)
        self.assertIn("\033", self.call("check", "wrong.mo", "--colour", "always", code=1).stderr)

    def test_many_errors(self):
        """As many as there are lines: the first of each kind are shown, the others are counted."""
        count = 20000
        self.file("many.mo", "model Many\nequation\n" + "".join(f"  x{k} = 1;\n" for k in range(count)) + "end Many;\n")
        process = self.call("check", "many.mo", code=1)
        self.assertLess(len(process.stderr.splitlines()), 1000)
        self.assertRegex(process.stderr, r"\d+ more messages with the code E\d+ are not shown")
        self.assertIn(f"{count} errors", process.stderr)

    def test_classes_of_a_file(self):
        self.file("two.mo", "model One Real x = 1; end One; model Two Real x = 1; Real y = 2; end Two;")
        self.assertIn("Two: 2 equations", self.call("check", "two.mo").stdout)
        self.assertIn("One: 1 equations", self.call("check", "two.mo", "--class", "One").stdout)
        self.refused("check", "two.mo", "--class", "Tow", says="Tow", code=1)
        self.file("package.mo", "package P model M Real x = 1; end M; end P;")
        self.assertIn("P.M: 1 equations", self.call("check", "package.mo", "--class", "M").stdout)
        self.refused("simulate", "package.mo", says=("P is a package", "P.M"), code=1)

    def test_further_files(self):
        self.file("base.mo", "model Base Real x = 1; end Base;")
        self.file("heir.mo", "model Heir extends Base; Real y = x; end Heir;")
        self.assertIn("Heir: 2 equations", self.call("check", "heir.mo", "base.mo").stdout)
        self.call("check", "heir.mo", code=1)

    def test_libraries(self):
        self.file("libs/Lib/package.mo", "package Lib \"A library\" end Lib;")
        self.file("libs/Lib/M.mo", "within Lib; model M \"A model\" Real x = 1; end M;")
        self.refused("check", "Lib.M", says=("Lib", "MODELICAPATH"), code=1)
        self.call("check", "Lib.M", MODELICAPATH="/nowhere:" + str(self.folder / "libs"))
        self.call("check", "Lib.M", "--library", "libs")
        self.call("check", "Lib.M", "--library", "libs/Lib")
        self.call("check", "libs/Lib/M.mo")
        self.refused("check", "Lib.N", "--library", "libs", says="there is no N in Lib", code=1)
        self.assertEqual(self.call("list", "Lib", "--library", "libs").stdout, "Lib.M\tmodel\tA model\n")
        self.assertIn("Lib\tlibrary\tA library\n", self.call("list", "--library", "libs").stdout)

    def test_shipped_library(self):
        self.assertIn("Mica", self.call("list").stdout)
        self.call("list", "Mica", "--recursive")
        self.assertIn("did you mean Mica.Examples", self.refused("check", "Mica.Exampels.Rectifier", says="E9004", code=1).stderr)

    def test_install(self):
        self.file("src/Lib/package.mo", 'package Lib model M Real x = 1; end M; annotation (version = "2.0"); end Lib;')
        self.assertIn("Lib 2.0 is installed", self.call("install", "src/Lib").stdout)
        self.call("check", "Lib.M")
        self.refused("install", "src/Lib", says="--force")
        with zipfile.ZipFile(self.folder / "lib.zip", "w") as archive:
            archive.write(self.folder / "src/Lib/package.mo", "Lib-2.0/Lib/package.mo")
        self.call("install", "lib.zip", "--force")
        self.assertIn("is there already", self.call("install", "Lib").stdout)
        self.refused("install", "NoSuchLibrary", says="ZIP")

    def test_doc(self):
        self.assertIn("Exponential decay", self.call("doc", "decay.mo").stdout)
        document = json.loads(self.call("doc", "--json", "decay.mo").stdout)
        self.assertEqual(document["parameters"], [{"name": "k", "type": "Real", "value": "2"}])
        self.call("doc", "Mica.Electrical", "--html", "-r", "-o", "pages")
        page = (self.folder / "pages" / "Mica.Electrical.html").read_text()
        self.assertIn('<a href="Mica.Electrical.Resistor.html">Resistor</a>', page)
        self.assertTrue((self.folder / "pages" / "Mica.Electrical.Resistor.html").exists())
        self.refused("doc", "decay.mo", "--html", "-o", "absent/page.html", says="E9014")

    def test_list_filters(self):
        names = [line.split("\t")[0] for line in self.call("list", "Mica", "--examples").stdout.splitlines()]
        self.assertIn("Mica.Examples.Rectifier", names)
        self.assertTrue(all(".Examples." in name or name.startswith("Mica.Papers.") for name in names))
        models = json.loads(self.call("list", "Mica.Electrical", "--kind", "model", "--match", "*R*istor", "--json").stdout)
        self.assertEqual([each["name"] for each in models], ["Mica.Electrical.Resistor"])

    def test_convert(self):
        self.file("libs/Lib/package.mo", 'package Lib model New Real x = 1; end New; annotation (version="2", conversion(from(version="1", script="s.mos"))); end Lib;')
        self.file("libs/Lib/s.mos", 'convertClass("Lib.Old", "Lib.New");')
        user = self.file("User.mo", 'model User\n  extends Lib.Old;\n  annotation (uses(Lib(version="1")));\nend User;\n')
        self.assertIn("1 equations", self.call("check", "User.mo", "--library", "libs").stdout)
        self.assertIn("would convert", self.call("convert", "--check", "User.mo", "--library", "libs", code=1).stdout)
        self.call("convert", "User.mo", "--library", "libs")
        self.assertEqual(user.read_text(), 'model User\n  extends Lib.New;\n  annotation (uses(Lib(version="2")));\nend User;\n')
        self.assertEqual(self.call("convert", "--check", "User.mo", "--library", "libs").stdout, "")
        self.refused("check", "User.mo", "--library", "libs", "--use", "Lib 7", says="there is 2 in", code=1)

    def test_show(self):
        self.assertIn("Decay", self.call("show", "syntax", "decay.mo").stdout)
        for stage in ("instance", "flat", "blocks", "llvm", "c"):
            with self.subTest(stage):
                self.assertIn("x", self.call("show", stage, "decay.mo").stdout)
        self.call("show", "blocks", "decay.mo", "--html", "-o", "blocks.html")
        self.assertIn("der(x)", (self.folder / "blocks.html").read_text())
        self.refused("show", "flat", "decay.mo", "--html", says="there is no page")
        self.refused("show", "flat", "decay.mo", "-o", "no/such/place", says="no/such/place")

    def test_show_plan(self):
        self.file("cells.mo", "model Cells parameter Integer n = 2; parameter Real k = 1; Real x[n](each start = 1, each fixed = true);"
                  " equation der(x) = -k*x; annotation (experiment(StopTime = 3)); end Cells;")
        plan = self.call("show", "plan", "cells.mo", "--fresh").stdout.splitlines()
        self.assertEqual(plan[0], "plan of Cells")
        self.assertIn("  time       0 to 3 s, tolerance 1e-06", plan)
        self.assertEqual(plan[-2:], ["rounds", "  1. from the instances: nothing was there"])
        plan = self.call("show", "plan", "cells.mo", "--fresh", "--set", "k=3", "--set", "n=4", "--method", "inline-rk2", "--step", "0.1").stdout.splitlines()
        self.assertIn("  variant    an implicit formula for each state", plan)
        self.assertIn("  step       0.1 s", plan)
        self.assertIn("  n = 4, built into the model", plan)
        self.assertIn("  k = 3, set when the run starts", plan)
        self.assertEqual(plan[-1], "  2. from the instances: n = 4 is part of the structure")
        # The same with the run, and what the run keeps is part of the next plan.
        messages = self.call("simulate", "cells.mo", "--fresh", "--verbose", "--set", "n=4").stderr
        self.assertIn("  2. from the instances: n = 4 is part of the structure\n", messages)
        self.call("simulate", "cells.mo")
        self.assertEqual(self.call("show", "plan", "cells.mo").stdout.splitlines()[-1], "  1. from the code: an earlier run kept the unchanged model")
        # Other stages take the options of a simulation, too.
        self.assertIn("4 states", self.call("show", "blocks", "cells.mo", "--set", "n=4").stdout)
        self.refused("show", "plan", "cells.mo", "--step", "0.1", says="E6010")
        self.refused("show", "plan", "cells.mo", "--method", "cvod", says="E6001")

    def test_replaced_method(self):
        diode = "Mica.Examples.DiodeInductor"
        for options in ([], ["--method", "ida"], ["--method", "dopri45"]):
            messages = self.call("simulate", diode, "--quiet", *options).stderr  # from the second on what the first one kept
            asked = options[1] if options else "cvode"
            self.assertEqual(messages.count("W6508"), 1, messages)
            self.assertIn(f"warning W6508: the method {asked} is replaced by inline-sdirk4: L.i is fixed by a switch in one of its modes", messages)
        self.assertEqual(self.call("simulate", diode, "--quiet", "--method", "inline-sdirk4").stderr, "")
        self.assertIn("  asked for  ida; replaced, since a switch fixes L.i in one of its modes\n", self.call("show", "plan", diode, "--method", "ida").stdout)

    def test_format(self):
        path = self.file("ugly.mo", "model A   Real x=1 ; // stays\nend A;\n")
        self.assertIn("ugly.mo", self.call("format", "--check", path, code=1).stdout)
        self.assertIn("Real x=1 ;", path.read_text())
        self.call("format", path)
        self.assertIn("// stays", path.read_text())
        self.assertEqual(self.call("format", "--check", path).stdout, "")
        broken = self.file("broken.mo", "model A Real x = ; end A;")
        self.call("format", broken, code=1)
        self.assertEqual(broken.read_text(), "model A Real x = ; end A;")

    # Simulation

    def test_simulate(self):
        process = self.call("simulate", "decay.mo")
        self.assertRegex(process.stdout, r"^Decay: 1 equation, 1 state; \d+ steps, 0 events to t = 1.5, in .* s; Decay.mat\n$")
        self.assertEqual(process.stderr, "")
        self.assertTrue((self.folder / "Decay.mat").exists())

    def test_options(self):
        self.call("simulate", "decay.mo", "--quiet", "-o", "r.csv", "--start-time", "1", "--stop-time", "3", "--intervals", "4", "--set", "k=0.5", "--tolerance", "1e-8")
        head, rows = self.rows("r.csv")
        self.assertEqual([row[0] for row in rows], [1, 1.5, 2, 2.5, 3])
        for row in rows:
            self.assertAlmostEqual(row[head.index("x")], math.exp(-0.5 * (row[0] - 1)), delta=1e-6)
        self.assertNotIn("k", head)
        self.call("simulate", "decay.mo", "--quiet", "-o", "r.csv", "--parameters", "--interval", "0.5", "--method", "euler", "--step", "0.001")
        head, rows = self.rows("r.csv")
        self.assertEqual(rows[-1][head.index("k")], 2)
        # The closed form of explicit Euler: (1 - k h)^n, as far as the steps fit the output grid.
        self.assertAlmostEqual(rows[-1][head.index("x")], (1 - 0.002) ** 1500, delta=1e-9)

    def test_setting_a_size(self):
        self.file("chain.mo", "model Chain parameter Integer n = 2; Real x[n] = {i*time for i in 1:n}; end Chain;")
        self.call("simulate", "chain.mo", "--quiet", "-o", "r.csv", "--set", "n=4")
        head, rows = self.rows("r.csv")
        self.assertEqual(head, ["time", "x[1]", "x[2]", "x[3]", "x[4]"])
        self.assertEqual(rows[-1], [1, 1, 2, 3, 4])
        self.refused("simulate", "chain.mo", "--set", "n=many", says="/* n = */ many")

    def test_variables(self):
        self.call("simulate", "decay.mo", "--quiet", "-o", "r.csv", "--variables", "x|y")
        self.assertEqual(self.rows("r.csv")[0], ["time", "x"])

    def test_standard_output(self):
        for spelling in ("-", "/dev/stdout"):
            lines = self.call("simulate", "decay.mo", "-o", spelling, "--intervals", "3").stdout.splitlines()
            self.assertTrue(lines[0].startswith("time,"))
            self.assertEqual(len(lines), 5)

    def test_evaluated(self):
        (self.folder / "sized.mo").write_text("model Sized\n  parameter Integer n = 3;\n  parameter Real k = 2;\n  final parameter Integer m = 2;\n"
                                              "  parameter Boolean more = false;\n  Real x[n] = fill(k, n);\n  Real y[m] = fill(k, m);\n  Real z = 1 if more;\nend Sized;\n")
        done = self.call("check", "sized.mo", "--evaluated", "--stats", "stats.json")
        self.assertIn("  n = 3, for the size of x at sized.mo:6", done.stdout)
        self.assertIn("  more = false, for the condition of z at sized.mo:8", done.stdout)
        self.assertNotIn("k =", done.stdout)
        self.assertNotIn("m =", done.stdout)
        self.assertEqual([each["name"] for each in json.loads((self.folder / "stats.json").read_text())["evaluated"]], ["n", "more"])
        self.assertEqual(self.call("check", "sized.mo").stdout, "Sized: 5 equations and 5 unknowns\n")

    def test_stats(self):
        self.call("simulate", "decay.mo", "--quiet", "--fresh", "--stats", "stats.json")
        stats = json.loads((self.folder / "stats.json").read_text())
        self.assertEqual(set(stats), {"model", "seconds", "counts", "solver", "evaluated", "peak_rss_mb"})
        self.assertEqual(stats["model"], "Decay")
        self.assertEqual(set(stats["seconds"]), {"load", "instantiate", "flatten", "structure", "compile", "initialize", "integrate", "write", "total"})
        parts = sum(value for key, value in stats["seconds"].items() if key != "total")
        self.assertLessEqual(parts, stats["seconds"]["total"])
        self.assertTrue(all(value >= 0 for value in stats["seconds"].values()))
        self.assertEqual(set(stats["counts"]), {"unknowns", "equations", "states", "aliases", "linear", "nonlinear", "mixed"})
        self.assertEqual(stats["counts"]["states"], 1)
        self.assertIsInstance(stats["counts"]["linear"], list)
        self.assertEqual(set(stats["solver"]), {"method", "steps", "fevals", "jacobians", "state_events", "time_events"})
        self.assertEqual(stats["solver"]["method"], "cvode")
        self.assertGreater(stats["solver"]["steps"], 0)
        self.assertGreater(stats["peak_rss_mb"], 1)

    def test_stats_of_a_fixed_step(self):
        self.file("relay.mo", """model Relay "Switches where x is 0.3 and 0.7"
  Real x(start = 0, fixed = true);
equation
  der(x) = if x > 0.7 then 2 elseif x > 0.3 then 1.5 else 1;
end Relay;
""")
        self.call("simulate", "relay.mo", "--quiet", "--method", "inline-implicit-euler", "--step", "0.01", "--stop-time", "0.9", "--stats", "stats.json")
        solver = json.loads((self.folder / "stats.json").read_text())["solver"]
        self.assertEqual(solver["steps"], 90)
        self.assertEqual(set(solver["step_us"]), {"mean", "p99", "max"})
        self.assertTrue(0 < solver["step_us"]["mean"] <= solver["step_us"]["max"])
        self.assertTrue(0 < solver["step_us"]["p99"] <= solver["step_us"]["max"])
        self.assertEqual(solver["modes"], 3)  # none of the two relations, the first, both
        self.assertGreaterEqual(solver["newton_iterations"], 0)

    def test_mixed_mode_integration(self):
        # Modes: -1e5 of fast, -2 of slow, -1 ± 3i of x and v. With 1 ms explicit Euler can take all but the first: |1 - 100| > 1.
        self.file("mixed.mo", """model Mixed
  Real fast(start = 0, fixed = true), slow(start = 1, fixed = true), x(start = 1, fixed = true), v(start = 0, fixed = true), same = fast, other = 2*x;
equation
  der(fast) = 1e5*(slow - fast);
  der(slow) = -2*fast;
  der(x) = v;
  der(v) = -10*x - 2*v;
end Mixed;
""")
        step = ("--method", "inline-mixed", "--step", "1e-3")

        def implicit(*options):
            self.call("simulate", "mixed.mo", "--quiet", *step, "--stats", "stats.json", "-o", "mixed.csv", *options)
            partition = json.loads((self.folder / "stats.json").read_text())["partition"]
            self.assertEqual((partition["step"], len(partition["states"])), (1e-3, 4))
            return {state["name"]: state for state in partition["states"] if state["implicit"]}

        chosen = implicit()
        self.assertEqual(set(chosen), {"fast"})
        self.assertAlmostEqual(chosen["fast"]["mode"][0], -1e5, delta=10)
        last = (self.folder / "mixed.csv").read_text().splitlines()
        values = dict(zip(last[0].replace('"', "").split(","), map(float, last[-1].split(","))))
        self.assertAlmostEqual(values["slow"], 0.1353, delta=1e-3)  # exp(-2)
        # By another step, another partition; the same one again comes from what was kept.
        self.assertEqual(json.loads((self.folder / "stats.json").read_text())["counts"]["nonlinear"], [])
        self.assertEqual(set(implicit()), {"fast"})
        self.assertIn("restore", json.loads((self.folder / "stats.json").read_text())["seconds"])
        self.assertEqual(self.call("show", "partition", "mixed.mo", "--step", "1e-6").stdout.splitlines()[1], "0 of 4 states are implicit with a step of 1e-06 s")
        # Asked for by name, by pattern, by an alias.
        self.assertEqual(set(implicit("--fast", "x,v")), {"fast", "x", "v"})
        self.assertEqual(set(implicit("--fast", "s*")), {"fast", "slow"})
        self.assertEqual(implicit("--fast", "same")["fast"]["why"], "asked for by --fast")
        messages = self.call("simulate", "mixed.mo", *step, "--slow", "fast", "--verbose", code=3).stderr
        self.assertIn("W6505", messages)  # and it does grow beyond all numbers
        self.assertIn("asked for by --slow", messages)
        text = self.call("simulate", "mixed.mo", *step, "--verbose").stderr
        self.assertIn("N6504: 1 of 4 states is implicit with a step of 0.001 s", text)
        self.assertIn("fast: implicit, fastest mode -1e+05 1/s", text)
        # What no state has as its name.
        self.refused("simulate", "mixed.mo", *step, "--fast", "fasst", says="did you mean 'fast'?")
        self.refused("simulate", "mixed.mo", *step, "--slow", "other", says="'other' is a variable of the model, but not a state")
        self.refused("simulate", "mixed.mo", *step, "--slow", "z*", says="no state of the model fits 'z*'")
        self.refused("simulate", "mixed.mo", *step, "--slow", "x", "--fast", "x", says="E6502")
        self.refused("simulate", "mixed.mo", "--fast", "x", says="E6503")
        for command in ("simulate", "realtime"):
            self.refused(command, "Mica.Examples.DiodeInductor", "--method", "inline-euler", "--step", "1e-4", says="L.i is fixed by a switch")
        self.refused("simulate", "Mica.Examples.DiodeInductor", "--method", "inline-ros2", "--step", "1e-4", says="L.i is fixed by a switch")
        self.refused("show", "partition", "mixed.mo", "--step", "1e-3", "--fast", "fasst", says="E6501")
        # In real time and the other views.
        run = self.call("realtime", "mixed.mo", *step, "--scale", "10", "--stop-time", "0.5", "--priority", "0", "--stats", "stats.json")
        self.assertIn("500 steps to t = 0.5", run.stdout)
        self.assertEqual(json.loads((self.folder / "stats.json").read_text())["partition"]["implicit"], 1)
        blocks = self.call("show", "blocks", "mixed.mo", *step).stdout
        self.assertIn("mixed-mode integration: 1 of 4 states", blocks)
        self.assertIn("$base(fast)", blocks)
        self.assertNotIn("$base(slow)", blocks)

    def test_plots(self):
        text = self.call("simulate", "decay.mo", "--plot", "x;der(x)").stdout
        self.assertIn("der(x)", text)
        self.assertGreater(len(text.splitlines()), 10)
        self.call("simulate", "decay.mo", "--quiet", "--plot", "x,k", "--save", "x.svg")
        self.assertIn("<svg", (self.folder / "x.svg").read_text())
        self.assertIn("x", self.call("plot", "Decay.mat", "x").stdout)
        self.call("plot", "Decay.mat", "x", "der(x)", "--save", "y.svg")
        self.assertTrue((self.folder / "y.svg").exists())
        self.refused("plot", "Decay.mat", "xx", says="xx")
        self.refused("plot", "nothing.mat", "x", says="nothing.mat")

    def test_compare(self):
        self.call("simulate", "decay.mo", "--quiet", "-o", "one.mat")
        self.call("simulate", "decay.mo", "--quiet", "-o", "two.csv", "--tolerance", "1e-8")
        self.call("simulate", "decay.mo", "--quiet", "-o", "other.csv", "--set", "k=3")
        self.call("compare", "one.mat", "two.csv")
        self.assertIn("x", self.call("compare", "one.mat", "other.csv", code=1).stdout)
        self.call("compare", "one.mat", "nothing.csv", code=2)
        self.call("compare", "one.mat", "other.csv", "--save", "difference.svg", code=1)
        self.assertIn("reference", (self.folder / "difference.svg").read_text())
        self.assertIn("N7040", self.call("compare", "one.mat", "two.csv", "--save", "none.svg").stderr)
        self.assertFalse((self.folder / "none.svg").exists())
        self.call("compare", "one.mat", "two.csv", "--all", "--save", "same.svg")
        self.refused("compare", "one.mat", "other.csv", "--save", "difference.doc", says="difference.doc")

    def test_test(self):
        self.file("Lib/package.mo", "package Lib end Lib;")
        self.file("Lib/Good.mo", "within Lib; model Good Real x(start = 1, fixed = true); equation der(x) = -x; annotation(experiment(StopTime = 1)); end Good;")
        self.file("Lib/Other.mo", "within Lib; model Other extends Good(x(start = 2)); annotation(experiment(StopTime = 1)); end Other;")
        self.file("Lib/Known.mo", "within Lib; model Known extends Good; annotation(experiment(StopTime = 5)); end Known;")
        self.file("Lib/Wrong.mo", "within Lib; model Wrong Real x = y; annotation(experiment(StopTime = 1)); end Wrong;")
        self.file("Lib/Stops.mo", "within Lib; model Stops Real x = 1/(time - 0.5); equation assert(time < 0.3, \"enough\"); annotation(experiment(StopTime = 1)); end Stops;")
        self.file("Lib/Base.mo", "within Lib; partial model Base annotation(experiment(StopTime = 1)); end Base;")
        self.file("Lib/Endless.mo", "within Lib; " + ENDLESS)
        # References from the solution exp(-t); the index shortens one experiment to the span of its reference.
        samples = [i/50 for i in range(51)]
        trajectory = "time,x\n" + "".join(f"{t},{math.exp(-t)}\n" for t in samples)
        for name in ("Good", "Other", "Known"):
            self.file(f"known/Lib.{name}.csv", trajectory)
        self.file("known/index.csv", "model,start,stop,tolerance\nLib.Known,0,1,1e-8\n")
        process = self.call("test", "Lib", "--reference", "known", "--limit", "3", "--stats", "test.json", code=1)
        report = json.loads((self.folder / "test.json").read_text())
        verdicts = {each["model"]: each["verdict"] for each in report["models"]}
        self.assertEqual(verdicts, {"Lib.Good": "verified", "Lib.Other": "mismatch", "Lib.Known": "verified", "Lib.Wrong": "wrong", "Lib.Stops": "failed",
                                    "Lib.Endless": "too slow"})
        self.assertEqual(report["verdicts"]["verified"], 2)
        self.assertIn("enough", next(each["cause"] for each in report["models"] if each["model"] == "Lib.Stops"))
        self.assertIn("Lib: 2 verified", process.stdout)
        page = (self.folder / "Lib_test.html").read_text()
        self.assertIn("Lib.Other", page)
        self.assertIn("<svg", page)
        self.call("test", "Lib", "--reference", "known", "--match", "*.[GK]*", code=2)
        process = self.call("test", "Lib/Good.mo", "--report", "one.html")
        self.assertIn("1 runs", process.stdout)
        self.assertTrue((self.folder / "one.html").exists())
        self.refused("test", "Lib", "--reference", "nowhere", says="nowhere")
        self.refused("test", "Lib", "--report", "no/such/place.html", "--match", "*Good", says="no/such/place.html")

    def test_failing_simulation_keeps_its_rows(self):
        self.file("blow.mo", "model Blow Real x(start = 1, fixed = true); equation der(x) = 1; assert(x < 1.5, \"too large\"); end Blow;")
        process = self.call("simulate", "blow.mo", "-o", "r.csv", code=3)
        self.assertIn("too large", process.stderr)
        head, rows = self.rows("r.csv")
        self.assertGreater(rows[-1][0], 0.4)
        self.assertLess(rows[-1][0], 0.6)

    def test_ctrl_c(self):
        self.file("endless.mo", ENDLESS)
        process = subprocess.Popen([MICA, "simulate", "endless.mo", "-o", "r.csv", "--variables", "x"], cwd=self.folder, env=self.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(400):
            time.sleep(0.1)
            if (self.folder / "r.csv").exists() and (self.folder / "r.csv").stat().st_size > 10_000:
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("where you ended it", out)
        head, rows = self.rows("r.csv")
        self.assertEqual(head, ["time", "x"])
        self.assertTrue(all(len(row) == 2 for row in rows))
        shown = float(re.search(r"to t = (\S+),", out)[1])
        self.assertAlmostEqual(rows[-1][0], shown, delta=1e-4 * shown)

    def test_internal_faults_have_their_own_code(self):
        process = subprocess.Popen([MICA, "format", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.5)
        process.send_signal(signal.SIGSEGV)
        _, err = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 4)
        self.assertIn("E9001", err)


if __name__ == "__main__":
    unittest.main()
