"""Each check, on a small repository that breaks its rule in one way at a time and on one that keeps it."""
import shutil
import tempfile
import unittest
from pathlib import Path

import diagnostics_check
import documents_check
import format_check
import functions_check
import includes_check
import library_check
import methods_check
import sources_check
import thresholds_check
import tidy_check
import words_check

GOOD = {
    "CMakeLists.txt": "foreach(folder base expression graph run session)\nendforeach()\n",
    "README.md": "See [the guide](docs/guide.md#part) and `src/base/check.h`.\n",
    "docs/guide.md": "# Guide\n`src/*/check.h` and `src/…/nothing.h` [above](../README.md)\n```\nsrc/not/looked/at\n```\n",
    "docs/architecture.md": "| `src/base` | x |\n| `src/expression` |\n| `src/graph` |\n| `src/run` |\n| `src/session` |\n",
    "library/L/package.mo": 'package L "A library"\nend L;\n',
    "library/L/package.order": "A\n",
    "library/L/A.mo": 'within L;\nmodel A "A model"\nend A;\n',
    "docs/diagnostics/1.md": "### E1001 a mistake\n",
    "src/base/CMakeLists.txt": "mica_folder(base LIBRARIES fmt::fmt)\n",
    "src/base/check.h": "// Base: checks, see docs/guide.md.\n",
    "src/base/check.cpp": '#include "base/check.h"\n',
    "src/base/codes.h": '// Codes.\nauto code = "E1001";\n',
    "src/expression/e.h": "// E.\n",
    "src/graph/g.h": "// G.\n",
    "src/run/test/shared.h": "// Shared.\n",
    ".clang-format": "BasedOnStyle: Google\n",
    "src/run/test/run_test.cpp": '#include "expression/e.h"\n#include "shared.h"\n',
    "src/run/CMakeLists.txt": "mica_folder(run DEPENDS base LIBRARIES x TEST_DEPENDS expression)\n",
    "src/run/run.h": '// Run.\n#include "base/check.h"\n',
    "src/run/method.cpp": '// Methods.\n{MethodId::kRk4, "rk4"},\n',
    "src/session/find_method.cpp": '// By name.\nauto method = "rk4";\n',
}


class Checks(unittest.TestCase):
    def problems(self, check, **changes):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            files = dict(GOOD)
            files.update({name.replace("__", "/"): text for name, text in changes.pop("files", {}).items()})
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return check.problems(root)

    def test_good_repository(self):
        for check in (diagnostics_check, documents_check, functions_check, includes_check, library_check, methods_check, sources_check, thresholds_check, words_check):
            self.assertEqual(self.problems(check), [], check.__name__)

    def one_problem(self, check, needle, files):
        found = self.problems(check, files=files)
        self.assertEqual(len(found), 1, found)
        self.assertIn(needle, found[0])

    def test_words(self):
        for needle, text in (
            ("told", "the user is told of it"),
            ("is none", "it is none"),
            ("parted by", "parted by commas"),
            ("wants", "the method wants a step"),
            ("straight", "\u00abx\u00bb"),
        ):
            self.one_problem(words_check, needle, {"src/base/a.h": f"// A. {text}\n"})
        self.assertEqual(self.problems(words_check, files={"src/base/a.h": "// There is none.\n"}), [])
        self.one_problem(words_check, "leave out of", {"src/base/a.h": '// A.\nauto a = "outside of the file";\n'})
        self.one_problem(words_check, "say again", {"docs/guide.md": "# Guide\nIt starts anew.\n"})
        self.assertEqual(self.problems(words_check, files={"src/base/a.h": '// Outside of it.\nCheck(a, "outside of it");\n'}), [])

    def test_upward_include(self):
        self.one_problem(includes_check, "base must not know run", {"src/base/a.h": '// A.\n#include "run/run.h"\n'})

    def test_graph_knows_base_alone(self):
        files = {"src/graph/g.h": '// G.\n#include "expression/e.h"\n'}
        self.one_problem(includes_check, "graph must not know expression", files)

    def test_run_knows_nothing_of_the_compiler(self):
        files = {"src/run/run.h": '// Run.\n#include "expression/e.h"\n'}
        self.one_problem(includes_check, "run must not know expression", files)
        files = {"src/run/CMakeLists.txt": "mica_folder(run DEPENDS base expression)\n"}
        self.one_problem(includes_check, "run must not link expression", files)

    def test_upward_link(self):
        files = {"src/base/CMakeLists.txt": "mica_folder(base DEPENDS run LIBRARIES fmt::fmt)\n"}
        self.one_problem(includes_check, "base must not link run", files)

    def test_include_without_folder(self):
        self.one_problem(includes_check, "does not begin with a folder", {"src/run/a.cpp": '#include "run.h"\n'})

    def test_include_of_nothing(self):
        self.one_problem(includes_check, "does not exist", {"src/run/a.cpp": '#include "base/gone.h"\n'})

    def test_folder_outside_the_order(self):
        self.one_problem(includes_check, "not in the order", {"src/other/a.cpp": "int a;\n"})

    def test_table_in_another_order(self):
        files = {"docs/architecture.md": "| `src/run` |\n| `src/base` |\n| `src/expression` |\n| `src/graph` |\n| `src/session` |\n"}
        self.one_problem(includes_check, "its table lists run base", files)

    def test_table_lacks_a_folder(self):
        self.one_problem(includes_check, "its table lacks src/run", {"docs/architecture.md": "| `src/base` |\n| `src/expression` |\n| `src/graph` |\n| `src/session` |\n"})

    def test_class_that_is_not_listed(self):
        self.one_problem(library_check, "B is missing", {"library/L/B.mo": 'within L;\nmodel B "B"\nend B;\n'})

    def test_listed_class_that_is_not_there(self):
        self.one_problem(library_check, "B is not in the package", {"library/L/package.order": "A\nB\n"})

    def test_class_of_another_name(self):
        self.one_problem(library_check, "holds B", {"library/L/A.mo": 'within L;\nmodel B "B"\nend B;\n'})

    def test_wrong_within(self):
        self.one_problem(library_check, "should be within L", {"library/L/A.mo": 'within M;\nmodel A "A"\nend A;\n'})

    def test_method_by_name(self):
        self.one_problem(methods_check, "names the method rk4", {"src/run/run.cpp": 'Make("rk4");\n'})
        self.one_problem(methods_check, "compares the name", {"src/run/run.cpp": "if (plan.method->name == wanted) {}\n"})

    def test_dead_link(self):
        self.one_problem(documents_check, "leads nowhere", {"README.md": "[gone](docs/gone.md)\n"})

    def test_dead_path(self):
        self.one_problem(documents_check, "src/base/gone.h", {"README.md": "`src/base/gone.h`\n"})

    def test_dead_path_in_comment(self):
        self.one_problem(documents_check, "docs/gone.md", {"src/base/check.h": "// See docs/gone.md.\n"})

    def test_code_without_entry(self):
        self.one_problem(diagnostics_check, "E1002 has no entry", {"src/run/codes.h": '// Codes.\nauto a = "E1002";\n'})

    def test_code_as_a_string(self):
        self.one_problem(diagnostics_check, "name the constant", {"src/run/a.cpp": 'auto a = "E1001";\n'})
        self.one_problem(diagnostics_check, "compare the codes", {"src/run/a.cpp": "if (d.code.id() == wanted) return;\n"})
        self.one_problem(diagnostics_check, "a transaction", {"src/run/a.cpp": "auto before = sink.error_count();\n"})

    def test_entry_without_code(self):
        self.one_problem(diagnostics_check, "E1003 is used nowhere", {"docs/diagnostics/2.md": "| E1003 | x |\n"})

    def test_entry_twice(self):
        self.one_problem(diagnostics_check, "has an entry already", {"docs/diagnostics/2.md": "## E1001 x\n"})

    def test_file_without_comment(self):
        self.one_problem(sources_check, "without a comment", {"src/run/a.h": "#pragma once\n"})

    def test_long_file(self):
        self.one_problem(sources_check, "split it", {"src/run/a.h": "// A.\n" * 701})

    def test_full_folder(self):
        self.one_problem(sources_check, "41 files", {f"src/run/room/a{i}.h": "// A.\n" for i in range(41)})

    def test_layout(self):
        if not any(shutil.which(name) for name in format_check.NAMES):
            self.skipTest("no clang-format")
        self.one_problem(format_check, "not laid out", {"src/run/a.h": "// A.\nint  a;\n"})

    def test_number_without_name(self):
        self.one_problem(thresholds_check, "1e-9 has no name", {"src/run/a.cpp": "bool a = x < 1e-9 * y;\n"})
        self.one_problem(thresholds_check, "does not say", {"src/run/a.cpp": "\nconstexpr double kSmall = 1e-9;\nbool a = x < kSmall * y;\n"})
        self.one_problem(thresholds_check, "declared 2 times", {"src/run/a.h": "// A.\n#define MICA_SMALL 1e-9\n", "src/run/a.cpp": "// A.\n#define MICA_SMALL 1e-9\n"})
        good = "// Of y: rounding.\nconstexpr double kSmall = 1e-9;\nstruct S {\n  double tolerance = 1e-6;\n};\n"
        self.assertEqual(self.problems(thresholds_check, files={"src/run/a.cpp": good}), [])

    def test_long_function(self):
        body = "  int a = 0;\n" * 61
        self.one_problem(functions_check, "61 lines", {"src/run/a.cpp": f"// A.\nint A(int x) {{\n{body}}}\n"})
        explained = ("  // Why.\n" + "  int a = 0;\n" * 20) * 4
        self.assertEqual(self.problems(functions_check, files={"src/run/a.cpp": f"// A.\nint A(int x) {{\n{explained}}}\n"}), [])
        self.one_problem(functions_check, "remove the line", {"tests/architecture/long_functions.txt": "src/run/a.cpp A\n"})

    def test_tidy(self):
        if not any(shutil.which(name) for name in tidy_check.NAMES):
            self.skipTest("no clang-tidy")
        text = "// A.\n#include <string>\n#include <utility>\nint A(std::string a) {\n  std::string b = std::move(a);\n  return static_cast<int>(a.size() + b.size());\n}\n"
        files = {"src/run/a.cpp": text, ".clang-tidy": (Path(__file__).parents[2] / ".clang-tidy").read_text()}
        self.one_problem(type("Tidy", (), {"problems": lambda root: tidy_check.problems(root, ["src/run/a.cpp"])}), "after it was moved", files)

    def test_library_by_name(self):
        self.one_problem(sources_check, "no special cases", {"src/run/run.cpp": 'if (name == "Modelica.Blocks.Types") {}\n'})


if __name__ == "__main__":
    unittest.main()
