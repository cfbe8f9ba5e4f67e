"""`mica export`: C99 that compiles without a warning, takes no memory, needs libm alone, and computes what `mica simulate` does. export_test.py MICA"""
import csv
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

MICA = os.path.abspath(sys.argv.pop(1))
HERE = Path(__file__).resolve().parent
STRICT = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"]
# What the C standard library offers without memory of its own. `main` prints.
PLAIN = {"memcpy", "memset", "memcmp", "strlen", "strcmp", "snprintf", "__snprintf_chk", "longjmp", "_setjmp", "setjmp", "__stack_chk_fail", "strchr", "__longjmp_chk",
         "__memcpy_chk", "__isoc99_sscanf", "_GLOBAL_OFFSET_TABLE_", "memmove", "strncmp", "__ctype_b_loc"}
MATH = {"sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "log", "log10", "sqrt", "fabs", "floor", "ceil", "trunc", "pow", "frexp",
        "ldexp", "nextafter", "fmod", "round", "sincos"}

INTEGRATOR = """model Integrator
  input Real u;
  input Boolean on;
  output Integer count(start = 0, fixed = true);
  Real x(start = 1, fixed = true);
equation
  der(x) = u;
  when on then
    count = pre(count) + 1;
  end when;
end Integrator;
"""
LOOP = """#include <stdio.h>
#include "integrator.h"
int main(void) {
  int k, status = integrator_start();
  for (k = 0; k < 100 && status == 0; ++k) {
    status = integrator_set(integrator_in_u, -4 * integrator_get(integrator_x));
    if (status == 0) status = integrator_set(integrator_in_on, k % 10 == 5);
    if (status == 0) status = integrator_step();
  }
  printf("%.17g %.17g %g\\n", integrator_time(), integrator_get(integrator_x), integrator_get(integrator_count));
  return status;
}
"""
# A mixed system, sampled control, reinit, a nonlinear loop, a function with arrays, strict and other relations of time, an assertion that holds.
EVERYTHING = """model Everything
  function Mean "Of the squares"
    input Real v[:];
    output Real m;
  protected
    Real squares[size(v, 1)];
  algorithm
    squares := v .* v;
    m := sum(squares)/size(v, 1);
  end Mean;
  Real s, v, i, u, c(start = 0, fixed = true), w(start = 0.5), h(start = 1, fixed = true), vh(start = 0, fixed = true), a[7];
  Boolean off;
  Integer bounces(start = 0, fixed = true);
  discrete Real held(start = 0, fixed = true);
equation
  u = 10*sin(20*time);
  off = s < 0;
  v = if off then s else 0;
  i = if off then 0 else s;
  u = v + (if time > 0.5 then 3 else 1)*i + c;
  0.1*der(c) = i - c/5;
  w + exp(w) = 2 + c + held;
  der(h) = vh;
  der(vh) = -9.81;
  for k in 1:7 loop
    a[k] = c*k + w;
  end for;
  when h < 0 then
    reinit(vh, -0.8*pre(vh));
    bounces = pre(bounces) + 1;
  end when;
  when sample(0.1, 0.15) then
    held = Mean(a)/100;
  end when;
  assert(h > -1, "below the floor");
  annotation (experiment(StopTime = 1));
end Everything;
"""

PAIR = """#include <stdio.h>
#include "integrator.h"
static integrator_instance a, b;
int main(void) {
  MicaStepper *one = integrator_place(&a), *two = integrator_place(&b);
  int k, status = mica_stepper_start(one) | mica_stepper_start(two);
  status |= mica_stepper_set(one, integrator_in_u, -1, 0) | mica_stepper_set(two, integrator_in_u, -2, 0);
  for (k = 0; k < 50 && status == 0; ++k) status = mica_stepper_step(one) | mica_stepper_step(two);
  printf("%.17g %.17g\\n", mica_stepper_get(one, integrator_x), mica_stepper_get(two, integrator_x));
  return status;
}
"""
SWITCHES = """model Switches
  Real x(start = 0, fixed = true), v, s[2], i[2];
  Boolean closed[2] = {sin(9*time) > 0.2, sin(7*time) > 0.1};
equation
  for k in 1:2 loop
    v = if closed[k] then 0 else s[k];
    i[k] = if closed[k] then s[k] else 0;
  end for;
  v + i[1] + i[2] = 1 + x;
  der(x) = v - 0.1*x;
end Switches;
"""

# Tables by the C interface that the Standard Library uses; no library is needed for them.
TABLES = """model Tables
  class Table "y over u"
    extends ExternalObject;
    function constructor
      input Real data[:, 2];
      input Integer columns[:] = {2};
      output Table table;
    external "C" table = ModelicaStandardTables_CombiTable1D_init3("NoName", "NoName", data, size(data, 1), size(data, 2), columns, size(columns, 1), 1, 2, 0, ",", 0);
    end constructor;
    function destructor
      input Table table;
    external "C" ModelicaStandardTables_CombiTable1D_close(table);
    end destructor;
  end Table;
  function Value
    input Table table;
    input Real u;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTable1D_getValue(table, 1, u);
  end Value;
  parameter Real slope = 2;
  Table table = Table({{0, 0}, {1, slope}, {3, 0}});
  Real x(start = 0, fixed = true);
  output Real y = Value(table, time);
equation
  der(x) = y;
end Tables;
"""


class Export(unittest.TestCase):
    shelf = tempfile.TemporaryDirectory()
    runtime = []

    def setUp(self):
        if not shutil.which("cc"):
            self.skipTest("no C compiler")
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def call(self, *arguments, code=0):
        process = subprocess.run([MICA, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=300)
        self.assertEqual(process.returncode, code, f"{arguments}\n{process.stdout}\n{process.stderr}")
        self.assertNotIn("internal error", process.stderr)
        return process

    def compile(self, out, source, optimize, is_main):
        object_file = out / (source + ".o")
        done = subprocess.run(["cc", *STRICT, optimize, "-ffp-contract=off", "-I.", "-c", source, "-o", object_file], cwd=out, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr[:2000])
        if is_main:
            return object_file
        wanted = {line.split()[-1].split("@")[0] for line in subprocess.run(["nm", "-u", object_file], capture_output=True, text=True).stdout.splitlines()}
        foreign = {name for name in wanted if not name.startswith("mica_")} - PLAIN - MATH
        self.assertEqual(foreign, set(), f"{source} needs more than the C library without memory")
        return object_file

    def kernels(self, out):
        """The runtime is the same for all models: compiled once."""
        if not Export.runtime:
            for path in (out / "runtime").rglob("*.c"):
                kept = Path(Export.shelf.name) / (path.name + ".o")
                shutil.copy(self.compile(out, str(path.relative_to(out)), "-O1", False), kept)
                Export.runtime.append(kept)
        return Export.runtime

    def build(self, main="main.c", optimize="-O1"):
        out = self.folder / "out"
        own = [p.name for p in out.glob("*.c") if p.name not in ("main.c", main)]
        objects = [self.compile(out, main, optimize, True)] + [self.compile(out, source, optimize, False) for source in own] + self.kernels(out)
        subprocess.run(["cc", "-o", "program", *objects, "-lm"], cwd=out, check=True)
        return out / "program"

    def rows(self, lines):
        table = list(csv.reader(lines))
        return table[0], [list(map(float, row)) for row in table[1:]]

    def agrees(self, model, method, step, stop, every, *more, limit=1e-9, optimize="-O1"):
        """The program against `mica simulate`: every signal, at every row, to `limit` of its largest value."""
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        self.call("export", model, "--c99", "--method", method, "--step", step, "--stop-time", stop, "--tolerance", "1e-9", "-o", "out", *more)
        program = self.build(optimize=optimize)
        done = subprocess.run([program, str(stop), str(every)], capture_output=True, text=True, timeout=100)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        names, rows = self.rows(done.stdout.splitlines())
        self.call("simulate", model, "--method", method, "--step", step, "--stop-time", stop, "--interval", step * every, "--tolerance", "1e-9", "--quiet", "-o", "m.csv")
        expected_names, expected = self.rows((self.folder / "m.csv").read_text().splitlines())
        last = {round(row[0], 9): row for row in expected}  # of two rows at an event, the one after it
        self.assertEqual(len(rows), round(stop / (step * every)) + 1)
        self.assertGreater(len(names), 1)
        for column, name in enumerate(names):
            place = expected_names.index(name)
            size = max(max(abs(row[place]) for row in expected), 1e-9)
            for row in rows:
                self.assertLess(abs(row[column] - last[round(row[0], 9)][place]), limit * size, f"{model} {method}: {name} at {row[0]}")
        return names, rows

    def test_examples(self):
        for model, step, stop, every in [("Rossler", 1e-3, 5, 100), ("Rectifier", 1e-5, 0.05, 100), ("CoulombFriction", 1e-3, 1, 10), ("BouncingBall", 1e-3, 2, 10),
                                         ("DiscretePI.SteadyState", 1e-2, 5, 1), ("HeatRod", 1e-4, 0.05, 10), ("PolarPendulum", 1e-3, 2, 10)]:
            for method in ("inline-euler", "inline-implicit-euler"):
                with self.subTest(model=model, method=method):
                    self.agrees("Mica.Examples." + model, method, step, stop, every)

    def test_everything_by_all_methods(self):
        (self.folder / "everything.mo").write_text(EVERYTHING)
        for method in ("inline-euler", "inline-implicit-euler", "inline-rk2", "inline-rk3", "inline-rk4", "inline-mixed"):
            with self.subTest(method=method):
                names, rows = self.agrees("everything.mo", method, 1e-3, 1, 5, "--output", "bounces", "--output", "held", "--output", "w", "--output", "off", limit=1e-8)
                self.assertEqual(rows[-1][names.index("bounces")], 1)

    def test_mixed_mode(self):
        # Three states implicit, each in an equation of its own, 44 explicit; the driver's event is at 2 s.
        names, rows = self.agrees("Mica.Examples.TurboEngine", "inline-mixed", 1e-3, 2.2, 20)
        self.assertEqual(len(names), 48)
        self.assertGreater(rows[-1][names.index("p[4]")], 1.5 * rows[-12][names.index("p[4]")])

    def test_gearbox(self):
        self.agrees("Mica.Examples.Gearbox11", "inline-euler", 1e-3, 2, 10, limit=1e-7)

    def needs_standard_library(self):
        if "MODELICAPATH" not in os.environ or not any((Path(p) / "Modelica").exists() or list(Path(p).glob("Modelica *")) for p in os.environ["MODELICAPATH"].split(":")):
            self.skipTest("no Modelica Standard Library on MODELICAPATH")

    def test_tables_are_data(self):
        # The integral of a triangle with the height 3 at 1, by the rule of the trapezoid that explicit Euler makes of it: exact up to half a step of the height.
        (self.folder / "tables.mo").write_text(TABLES)
        self.call("export", "tables.mo", "--step", "0.01", "--stop-time", "2", "--set", "slope=3", "-o", "out")
        done = subprocess.run([self.build()], capture_output=True, text=True, timeout=100)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        names, rows = self.rows(done.stdout.splitlines())
        for row in rows:
            t, y = row[0], row[names.index("y")]
            self.assertAlmostEqual(y, 3 * t if t < 1 else 3 * (3 - t) / 2, 12)
        self.assertAlmostEqual(rows[-1][names.index("x")], 1.5 + (3 + 1.5) / 2 - 0.01 * 1.5 / 2, 9)

    def test_tables_of_the_standard_library(self):
        self.needs_standard_library()
        for model in ("CombiTable1Ds.Test4", "CombiTimeTable.Test1", "CombiTable2Ds.Test1"):
            with self.subTest(model=model):
                self.agrees("ModelicaTest.Tables." + model, "inline-euler", 1e-2, 2, 1, "--output", "t_new.y" if "2D" in model else "t_new.y[1]")

    def test_full_robot(self):
        self.needs_standard_library()
        self.agrees("Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.FullRobot", "inline-implicit-euler", 1e-3, 0.3, 10, optimize="-O0")

    def test_robot(self):
        self.needs_standard_library()
        self.agrees(HERE / "robot_arm.mo", "inline-implicit-euler", 2e-3, 0.5, 10, limit=1e-8, optimize="-O0")

    def test_inputs_from_a_program_of_ones_own(self):
        # Explicit Euler with u = -4 x at each step: x[k+1] = 0.96 x[k]. The switch rises ten times.
        (self.folder / "integrator.mo").write_text(INTEGRATOR)
        self.call("export", "integrator.mo", "--step", "0.01", "-o", "out")
        (self.folder / "out" / "loop.c").write_text(LOOP)
        done = subprocess.run([self.build("loop.c")], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        time, x, count = map(float, done.stdout.split())
        self.assertAlmostEqual(time, 1, 12)
        self.assertAlmostEqual(x, 0.96 ** 100, 12)
        self.assertEqual(count, 10)

    def test_strings_that_change(self):
        # A letter more at each of ten ticks, and a number that follows from the text.
        (self.folder / "text.mo").write_text(
            'model Text discrete String s(start = "a", fixed = true); output Integer n(start = 0, fixed = true); Real x(start = 0, fixed = true); equation der(x) = n; '
            'when sample(0.1, 0.1) then s = pre(s) + "b"; n = if s == "abbb" then 3 else pre(n); end when; end Text;')
        names, rows = self.agrees("text.mo", "inline-euler", 0.01, 1, 1)
        self.assertEqual([row[names.index("n")] for row in rows if round(row[0], 9) in (0.25, 0.35)], [0, 3])

    def test_instances_side_by_side(self):
        # Explicit Euler of der(x) = u with u = -1 for one and -2 for the other: 1 - 0.01 k and 1 - 0.02 k, step by step in turn.
        (self.folder / "integrator.mo").write_text(INTEGRATOR)
        self.call("export", "integrator.mo", "--step", "0.01", "-o", "out")
        (self.folder / "out" / "pair.c").write_text(PAIR)
        done = subprocess.run([self.build("pair.c")], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        one, two = map(float, done.stdout.split())
        self.assertAlmostEqual(one, 0.5, 12)
        self.assertAlmostEqual(two, 0, 12)

    def test_a_singular_system(self):
        # Two ideal switches in parallel: where both are closed, leakage that vanishes shares the current equally.
        (self.folder / "switches.mo").write_text(SWITCHES)
        names, rows = self.agrees("switches.mo", "inline-implicit-euler", 1e-3, 2, 10, "--output", "i[1]", "--output", "i[2]", "--output", "closed[1]", "--output", "closed[2]")
        both = [row for row in rows if row[names.index("closed[1]")] == 1 and row[names.index("closed[2]")] == 1]
        self.assertGreater(len(both), 10)
        for row in both:
            self.assertAlmostEqual(row[names.index("i[1]")], row[names.index("i[2]")], 9)

    def test_make(self):
        if not shutil.which("make"):
            self.skipTest("no make")
        self.call("export", "Mica.Examples.Rossler", "--step", "0.01", "-o", "out")
        self.assertEqual(subprocess.run(["make", "-s"], cwd=self.folder / "out").returncode, 0)
        self.assertIn("time,", subprocess.run([self.folder / "out" / "rossler", "0.1"], capture_output=True, text=True).stdout)

    def refused(self, *arguments, says, code=2):
        self.assertIn(says, self.call("export", *arguments, code=code).stderr)

    def test_what_cannot_be_exported(self):
        (self.folder / "late.mo").write_text("model Late Real x(start = 1, fixed = true); equation der(x) = -delay(x, 1e5); end Late;")
        self.refused("late.mo", "--step", "0.01", says="the history of a delay() takes more than", code=1)
        self.refused("Mica.Examples.Rossler", says="E6401")
        self.refused("Mica.Examples.Rossler", "--step", "0.01", "--method", "cvode", says="E6402")
        self.refused("Mica.Examples.Rossler", "--step", "0.01", "--output", "nothing", says="E6404")
        (self.folder / "file").write_text("")
        self.refused("Mica.Examples.Rossler", "--step", "0.01", "-o", "file/out", says="E9051")


if __name__ == "__main__":
    unittest.main()
