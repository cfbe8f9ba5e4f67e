"""`mica export` of models that call C of their own: the sources come along, objects are made and destroyed once, and values have the bits of `mica simulate`. external_test.py MICA"""
import csv
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

MICA = os.path.abspath(sys.argv.pop(1))

PACKAGE = """package Foreign
  class Memory "Sums what it is given"
    extends ExternalObject;
    function constructor
      input String name;
      input Real first;
      output Memory memory;
      external "C" memory = memory_make(name, first) annotation (Include = "#include \\"memory.h\\"");
    end constructor;
    function destructor
      input Memory memory;
      external "C" memory_drop(memory) annotation (Include = "#include \\"memory.h\\"");
    end destructor;
  end Memory;
  function Add
    input Memory memory;
    input Real x;
    output Real sum;
    external "C" sum = memory_add(memory, x) annotation (Include = "#include \\"memory.h\\"");
  end Add;
  function Twice "Defined by what it includes"
    input Real x;
    output Real y;
    external "C" y = twice(x) annotation (Include = "#include \\"twice.c\\"");
  end Twice;
  function Norm "Array in, array out"
    input Real v[:];
    output Real unit[size(v, 1)];
    external "C" norm(v, size(v, 1), unit);
  end Norm;
  function Checked
    input Real x;
    output Real y;
    external "C" y = checked(x) annotation (Include = "#include \\"checked.h\\"");
  end Checked;
  function Closed
    input Real x;
    output Real y;
    external "C" y = closed(x) annotation (Library = "Closed");
  end Closed;
  model Integrates
    Memory memory = Memory("one", start), other = Memory("two", 10);
    parameter Real start = 3;
    discrete output Real sum(start = 0, fixed = true), second(start = 0, fixed = true);
    output Real x(start = 0, fixed = true);
    Real unit[2];
  equation
    unit = Norm({3, 4 + x});
    der(x) = Twice(unit[1]) - x;
    when sample(0, 0.25) then
      sum = Add(memory, time);
      second = Add(other, -x);
    end when;
  end Integrates;
  model Fails
    output Real x(start = 0, fixed = true);
  equation
    der(x) = Checked(x);
  end Fails;
  model Binary
    output Real x(start = 0, fixed = true);
  equation
    der(x) = Closed(x);
  end Binary;
end Foreign;
"""
FILES = {
    "Include/memory.h": "#include <stddef.h>\nvoid* memory_make(const char* name, double first);\nvoid memory_drop(void* memory);\ndouble memory_add(void* memory, double x);\n",
    "Include/twice.c": "#include \"two.h\"\nstatic double twice(double x) { return TWO * x; }\n",
    "Include/two.h": "#define TWO 2.0\n",
    "Include/checked.h": "double checked(double x);\n",
    # It calls into another source.
    "C-Sources/memory.c": '#include "memory.h"\n#include "inner.h"\n#include <stdio.h>\n#include <stdlib.h>\n'
                          "typedef struct { double sum; char name[20]; } Memory;\n"
                          'void* memory_make(const char* name, double first) {\n  Memory* m = malloc(sizeof(Memory));\n  m->sum = first;\n  copy_name(m->name, name);\n'
                          '  fprintf(stderr, "made %s %g\\n", m->name, first);\n  return m;\n}\n'
                          'void memory_drop(void* memory) {\n  fprintf(stderr, "gone %s\\n", ((Memory*)memory)->name);\n  free(memory);\n}\n'
                          "double memory_add(void* memory, double x) { return ((Memory*)memory)->sum += x; }\n",
    "C-Sources/inner.c": '#include "inner.h"\n#include <string.h>\nvoid copy_name(char* to, const char* from) { strcpy(to, from); }\n',
    "C-Sources/inner.h": "void copy_name(char* to, const char* from);\n",
    "C-Sources/norm.c": "#include <math.h>\n#include <stddef.h>\nvoid norm(const double* v, size_t n, double* unit) {\n  double sum = 0;\n  size_t i;\n"
                        "  for (i = 0; i < n; ++i) sum += v[i] * v[i];\n  for (i = 0; i < n; ++i) unit[i] = v[i] / sqrt(sum);\n}\n",
    "C-Sources/checked.c": '#include "checked.h"\n#include "ModelicaUtilities.h"\ndouble checked(double x) {\n  if (x > 0.5) ModelicaFormatError("%g is too much", x);\n  return 1;\n}\n',
    # Nobody calls it, and it does not compile.
    "C-Sources/unused.c": "int unused(void) { return this_is_not_declared; }\n",
}


@unittest.skipUnless(shutil.which("cc") and shutil.which("make"), "a C compiler and make are needed")
class External(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shelf = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.shelf.name)
        resources = cls.folder / "Foreign" / "Resources"
        for name, text in FILES.items():
            (resources / name).parent.mkdir(parents=True, exist_ok=True)
            (resources / name).write_text(text)
        (cls.folder / "Foreign" / "package.mo").write_text(PACKAGE)
        library = resources / "Library" / ("linux64" if os.uname().machine == "x86_64" else f"{os.uname().machine}-linux")
        library.mkdir(parents=True)
        source = cls.folder / "closed.c"
        source.write_text("double closed(double x) { return 1 - x; }\n")
        subprocess.run(["cc", "-shared", "-fPIC", source, "-o", library / "libClosed.so"], check=True)
        cls.environment = {**os.environ, "MODELICAPATH": str(cls.folder), "XDG_CACHE_HOME": str(cls.folder / "cache")}

    @classmethod
    def tearDownClass(cls):
        cls.shelf.cleanup()

    def mica(self, *words):
        return subprocess.run([MICA, *map(str, words)], cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=200)

    def export(self, model, out, *words):
        return self.mica("export", f"Foreign.{model}", "--trust", "Foreign", "--step", 2.0 ** -6, "--stop-time", 1, "-o", out, *words)

    def build(self, out):
        made = subprocess.run(["make", "-C", self.folder / out, "CFLAGS=-std=gnu99 -O2 -ffp-contract=off -Werror=implicit-function-declaration"], capture_output=True, text=True)
        self.assertEqual(made.returncode, 0, made.stderr)

    def test_objects_and_bits(self):
        done = self.export("Integrates", "integrates")
        self.assertEqual(done.returncode, 0, done.stderr)
        names = {str(each.relative_to(self.folder / "integrates")) for each in (self.folder / "integrates" / "external").rglob("*") if each.is_file()}
        self.assertEqual({name.rsplit("/", 1)[1] for name in names}, {"memory.c", "memory.h", "inner.c", "inner.h", "norm.c", "twice.c", "two.h"})
        self.build("integrates")
        run = subprocess.run([self.folder / "integrates" / "integrates", "1"], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(sorted(run.stderr.splitlines()), ["gone one", "gone two", "made one 3", "made two 10"])
        inside = self.mica("simulate", "Foreign.Integrates", "--trust", "Foreign", "--method", "inline-euler", "--step", 2.0 ** -6, "--stop-time", 1, "--interval", 2.0 ** -6, "--modes", "off",
                           "--quiet", "-o", "inside.csv")
        self.assertEqual(inside.returncode, 0, inside.stderr)
        rows = list(csv.DictReader(run.stdout.splitlines()))
        last = {float(row["time"]): row for row in csv.DictReader((self.folder / "inside.csv").read_text().splitlines())}
        self.assertEqual(len(rows), 65)
        for row in rows:
            for name in ("x", "sum", "second"):
                self.assertEqual(float(row[name]), float(last[float(row["time"])][name]), (name, row["time"]))
        self.assertEqual(float(rows[-1]["sum"]), 3 + 0.25 + 0.5 + 0.75 + 1)  # what was given at each tick, after the first value

    def test_each_start_has_its_own_objects(self):
        self.assertEqual(self.export("Integrates", "twice_started").returncode, 0)
        (self.folder / "twice_started" / "main.c").write_text("""#include "integrates.h"
#include <stdio.h>
static integrates_instance memory;
int main(void) {
  MicaStepper* s = integrates_place(&memory);
  int i, k, status = 0;
  for (k = 0; k < 2; ++k) {
    status += mica_stepper_start(s);
    status += integrates_start();
    for (i = 0; i < 32; ++i) status += mica_stepper_step(s) + integrates_step();
    printf("%g %g\\n", mica_stepper_get(s, integrates_sum), integrates_get(integrates_sum));
  }
  mica_stepper_end(s);
  mica_stepper_end(s);
  mica_stepper_end(integrates);
  return status;
}
""")
        self.build("twice_started")
        run = subprocess.run([self.folder / "twice_started" / "integrates"], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout), (0, "3.75 3.75\n3.75 3.75\n"))
        lines = run.stderr.splitlines()
        self.assertEqual([lines.count(line) for line in ("made one 3", "gone one", "made two 10", "gone two")], [4, 4, 4, 4])

    def test_an_error_ends_the_step(self):
        self.assertEqual(self.export("Fails", "fails").returncode, 0)
        self.build("fails")
        run = subprocess.run([self.folder / "fails" / "fails", "1"], capture_output=True, text=True)
        self.assertEqual(run.returncode, 1)
        self.assertIn("failed", run.stderr)
        self.assertEqual(float(run.stdout.splitlines()[-1].split(",")[1]), 0.5)

    def test_binary_libraries_are_refused(self):
        done = self.export("Binary", "binary")
        self.assertEqual(done.returncode, 1)
        for text in ("E9052", "closed in", "libClosed.so", "binary library"):
            self.assertIn(text, done.stderr)
        self.assertFalse((self.folder / "binary").exists())


if __name__ == "__main__":
    unittest.main()
