"""The launchers ./mica and ./test on a toy repository: they build what changed, once, and then get out of the way. launcher_test.py REPOSITORY."""
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

REPOSITORY = Path(sys.argv.pop(1))
FILES = {
    "CMakeLists.txt": "cmake_minimum_required(VERSION 3.25)\nproject(toy C)\nenable_testing()\nadd_subdirectory(src/cli)\nadd_test(NAME says COMMAND mica hello)\n",
    "src/cli/CMakeLists.txt": "add_executable(mica main.c)\n",
    "cmake/nothing.cmake": "",
    "tests/nothing": "",
    "bench/nothing": "",
}
MAIN = '#include <stdio.h>\nint main(int n, char** a) { for (int i = 1; i < n; ++i) printf("[%s]", a[i]); puts("TEXT"); return CODE; }\n'


class Launcher(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.root = Path(cls.scratch.name, "a folder")  # with a blank in its name
        for name, text in FILES.items():
            (cls.root / name).parent.mkdir(parents=True, exist_ok=True)
            (cls.root / name).write_text(text)
        for name in ("mica", "test", "packages.txt", "CMakePresets.json"):
            shutil.copy(REPOSITORY / name, cls.root / name)
        shutil.copytree(REPOSITORY / "scripts", cls.root / "scripts")
        shutil.copytree(REPOSITORY / ".ci", cls.root / ".ci")
        cls.write_main("one")
        cls.call("mica")

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    @classmethod
    def write_main(cls, text, code=0):
        (cls.root / "src/cli/main.c").write_text(MAIN.replace("TEXT", text).replace("CODE", str(code)))

    @classmethod
    def call(cls, program, *arguments, root=None):
        environment = dict(os.environ, MICA_SKIP_PACKAGES="1")
        return subprocess.run([(root or cls.root) / program, *arguments], cwd="/", env=environment, capture_output=True, text=True, timeout=120)

    def test_arguments_output_and_exit_code_pass_through(self):
        self.write_main("two", 3)
        process = self.call("mica", "x y", "*", "")
        self.assertEqual((process.stdout, process.returncode), ("[x y][*][]two\n", 3))
        self.assertIn("mica: building", process.stderr)
        again = self.call("mica")
        self.assertEqual((again.stdout, again.stderr, again.returncode), ("two\n", "", 3))

    def test_second_call_is_quick(self):
        self.write_main("quick")
        self.call("mica")

        def best(program):
            times = []
            for _ in range(7):
                begin = time.perf_counter()
                subprocess.run([program], capture_output=True, check=True)
                times.append(time.perf_counter() - begin)
            return min(times)

        more = best(self.root / "mica") - best(self.root / "build/release/src/cli/mica")
        self.assertLess(more, 0.05)

    def test_failing_build(self):
        self.write_main("broken", "missing_name")
        process = self.call("mica")
        self.assertEqual(process.returncode, 70)
        self.assertEqual(process.stdout, "")
        self.assertIn("missing_name", process.stderr)
        self.assertIn("build.log", process.stderr)
        self.assertEqual(self.call("mica").returncode, 70)
        self.write_main("mended")
        self.assertEqual(self.call("mica").stdout, "mended\n")

    def test_calls_at_the_same_time_build_once(self):
        self.write_main("together")
        environment = dict(os.environ, MICA_SKIP_PACKAGES="1")
        calls = [subprocess.Popen([self.root / "mica"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(4)]
        outputs = [call.communicate(timeout=120) for call in calls]
        self.assertEqual([output for output, _ in outputs], ["together\n"] * 4)
        self.assertEqual(sum("mica: building" in error for _, error in outputs), 1)

    def test_deleted_source_is_noticed(self):
        extra = self.root / "src/cli/extra.h"
        extra.write_text("")
        self.write_main("deleted")
        self.call("mica")
        extra.unlink()
        self.assertIn("mica: building", self.call("mica").stderr)

    def test_repository_that_moved(self):
        self.write_main("moved")
        self.call("mica")
        there = Path(self.scratch.name, "elsewhere")
        shutil.copytree(self.root, there, symlinks=True)
        process = self.call("mica", root=there)
        self.assertEqual(process.stdout, "moved\n", process.stderr)
        self.assertIn("configuring", process.stderr)

    def test_through_a_link(self):
        self.write_main("linked")
        link = Path(self.scratch.name, "link")
        link.symlink_to(self.root / "mica")
        process = subprocess.run([link], capture_output=True, text=True, timeout=120, env=dict(os.environ, MICA_SKIP_PACKAGES="1"))
        self.assertEqual(process.stdout, "linked\n", process.stderr)

    def test_tests_end_with_the_summary(self):
        self.write_main("tested")
        for program in ("test", ".ci/run"):
            process = self.call(program)
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertIn("100% tests passed", process.stdout)
        self.write_main("tested", 1)
        self.assertNotEqual(self.call("test").returncode, 0)


if __name__ == "__main__":
    unittest.main()
