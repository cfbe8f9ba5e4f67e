"""What is not a model: a message and an exit code, in bounded time, never a crash. robustness_test.py MICA."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

MICA = os.path.abspath(sys.argv.pop(1))
DEEP = 10_000


class Robustness(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def call(self, *arguments, seconds=60):
        return subprocess.run([MICA, *map(str, arguments)], cwd=self.folder, capture_output=True, timeout=seconds)

    def must_refuse(self, *arguments, codes=(1,), says="", seconds=60):
        process = self.call(*arguments, seconds=seconds)
        stderr = process.stderr.decode("utf-8", "replace")
        self.assertIn(process.returncode, codes, stderr[-2000:])
        self.assertNotEqual(stderr.strip(), "")
        self.assertIn(says, stderr)
        self.assertNotIn("internal error", stderr.lower())
        self.assertLess(len(stderr), 100_000)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def test_empty_file(self):
        self.must_refuse("check", self.file("empty.mo", ""))

    def test_file_of_blanks(self):
        self.must_refuse("check", self.file("blank.mo", "\n \t\n// only a comment\n"))

    def test_binary_file(self):
        self.must_refuse("check", self.file("binary.mo", bytes(range(256)) * 64))

    def test_executable_as_a_model(self):
        with open(MICA, "rb") as program:
            self.must_refuse("check", self.file("program.mo", program.read(2_000_000)))

    def test_zero_bytes(self):
        self.must_refuse("check", self.file("zeros.mo", b"model A\n  Real x = 1;\0\0\0\nend A;\n"))

    def test_100_megabytes_of_noise(self):
        self.must_refuse("check", self.file("noise.mo", b"model A Real x = 1 + + ; %& end B;\n" * 3_000_000), seconds=120)

    def test_100_megabytes_in_one_line(self):
        self.must_refuse("check", self.file("line.mo", b"(" * 104_857_600), seconds=120)

    def test_missing_file(self):
        self.must_refuse("check", "no_such_file.mo", codes=(1, 2), says="no_such_file.mo")

    def test_missing_class(self):
        self.must_refuse("check", "No.Such.Model", codes=(1, 2), says="No")

    def test_directory_as_a_model(self):
        (self.folder / "folder.mo").mkdir()
        self.must_refuse("check", "folder.mo", codes=(1, 2))

    def deep(self, name, text):
        """Either accepted or refused, but not a crash."""
        process = self.call("check", self.file(name, text))
        self.assertIn(process.returncode, (0, 1), process.stderr[-500:])
        if process.returncode:
            self.assertNotEqual(process.stderr.strip(), b"")
            self.assertNotIn(b"internal error", process.stderr.lower())

    def test_deep_parentheses(self):
        self.deep("parentheses.mo", f"model A\n  Real x = {'(' * DEEP}1{')' * DEEP};\nend A;\n")

    def test_deep_braces(self):
        self.deep("braces.mo", f"model A\n  Real x = {'{' * DEEP}1{'}' * DEEP};\nend A;\n")

    def test_deep_signs(self):
        self.deep("signs.mo", f"model A\n  Real x = {'-(' * DEEP}1{')' * DEEP};\nend A;\n")

    def test_deep_not(self):
        self.deep("nots.mo", f"model A\n  Boolean x = {'not ' * DEEP}true;\nend A;\n")

    def test_deep_if_expressions(self):
        self.deep("ifs.mo", f"model A\n  Real x = {'if time > 1 then 1 else ' * DEEP}1;\nend A;\n")

    def test_deep_equations(self):
        self.deep("equations.mo", f"model A\n  Real x;\nequation\n{'if time > 1 then ' * DEEP}x = 1; {'end if; ' * DEEP}\nend A;\n")

    def test_deep_classes(self):
        heads = "".join(f"package P{i} " for i in range(DEEP))
        tails = "".join(f"end P{i}; " for i in reversed(range(DEEP)))
        self.deep("classes.mo", heads + tails)

    def test_deep_modifiers(self):
        self.deep("modifiers.mo", f"model A\n  A x{'(x' * DEEP}{')' * DEEP};\nend A;\n")

    def test_deep_calls(self):
        self.deep("calls.mo", f"model A\n  Real x = {'sin(' * DEEP}1{')' * DEEP};\nend A;\n")

    def test_long_sum(self):
        self.deep("sum.mo", f"model A\n  Real x = 1{' + time' * (10 * DEEP)};\nend A;\n")

    def test_deep_member_access(self):
        self.deep("members.mo", f"model A\n  Real x = a{'.a' * DEEP};\nend A;\n")

    def test_unclosed_everything(self):
        self.must_refuse("check", self.file("open.mo", "model A\n  Real x = ({[(\n" * 2000))

    def test_no_arguments(self):
        process = self.call()
        self.assertIn(process.returncode, (0, 2))
        self.assertTrue(process.stdout + process.stderr)

    def test_wrong_calls(self):
        self.file("a.mo", "model A\n  Real x = time;\nend A;\n")
        for arguments in (
            ["frobnicate"],
            ["simulate"],
            ["simulate", "a.mo", "--no-such-option"],
            ["simulate", "a.mo", "--stop-time", "soon"],
            ["simulate", "a.mo", "--method", "forward-eulr"],
            ["simulate", "a.mo", "--intervals", "0"],
            ["simulate", "a.mo", "--tolerance", "-1"],
            ["simulate", "a.mo", "--set", "nonsense"],
            ["simulate", "a.mo", "-o", "result.xyz"],
            ["show", "nothing", "a.mo"],
        ):
            with self.subTest(arguments):
                self.must_refuse(*arguments, codes=(2,))

    def test_wrong_names(self):
        self.file("a.mo", "model A\n  parameter Real p = 1;\n  Real x = p;\nend A;\n")
        self.must_refuse("simulate", "a.mo", "--set", "q=1", codes=(1, 2), says="q")
        self.must_refuse("simulate", "a.mo", "--class", "B", codes=(1, 2), says="B")
        self.must_refuse("simulate", "a.mo", "-o", "no/such/folder/result.csv", codes=(1, 2, 3), says="no/such/folder")

    def test_files_that_are_fine(self):
        """With a byte-order mark, with carriage returns, without a last line end."""
        self.assertEqual(self.call("check", self.file("bom.mo", b"\xef\xbb\xbfmodel A\r\n  Real x = 1;\r\nend A;")).returncode, 0)


if __name__ == "__main__":
    unittest.main()
