"""mica fmu info and mica fmu validate, and which archives are refused: validate_test.py MICA

An FMU of Mica is without problems. Then its description is changed so that it breaks one rule of the standard at a time, and the rule must be reported. Where FMPy is there, it must
find each of them too, so that the list below is not Mica's own opinion.
"""
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

try:
    from fmpy.validation import validate_fmu
except ImportError:
    validate_fmu = None

MICA = sys.argv.pop(1)

# What is replaced by what, and a part of the message; for FMI 3.
BROKEN = [
    ('modelName="Ball"', "", "lacks the attribute 'modelName'"),
    ('modelName="Ball"', 'modelName="Ball" colour="red"', "no attribute 'colour'"),
    ("<LogCategories>", "<LogBook/><LogCategories>", "LogBook cannot stand in"),
    ('causality="parameter"', 'causality="wish"', "which is not one of"),
    ('causality="parameter"', 'causality="output"', "do not go together"),
    ('name="h" ', 'name="v" ', "two variables of the name 'v'"),
    ('name="h" ', 'name="7h" ', "structured naming convention"),
    ('name="e" valueReference="', 'name="e" unit="furlong" valueReference="', "unit 'furlong' of e is not defined"),
    ('start="0.7"', "", "e has no start value"),
    ('start="0.7"', 'start="seven"', "of the type double[]"),
    ("<ContinuousStateDerivative ", "<Output ", "must not be in the outputs"),
    ('causality="independent"', 'causality="local"', "one independent variable"),
    ("</fmiModelDescription>", "", "not XML"),
]


def run(*arguments):
    return subprocess.run([MICA, "fmu", *map(str, arguments)], capture_output=True, text=True)


class Validate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.fmu = Path(cls.place.name) / "ball.fmu"
        done = run("export", Path(__file__).parent / "Ball.mo", "-o", cls.fmu, "--quiet")
        assert done.returncode == 0, done.stderr

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    def rewritten(self, change):
        """The FMU with its description changed."""
        other = Path(self.place.name) / "other.fmu"
        with zipfile.ZipFile(self.fmu) as source, zipfile.ZipFile(other, "w") as target:
            for name in source.namelist():
                data = source.read(name)
                target.writestr(name, change(data.decode()) if name == "modelDescription.xml" else data)
        return other

    def test_good(self):
        for version in "2", "3":
            fmu = Path(self.place.name) / f"good{version}.fmu"
            self.assertEqual(run("export", Path(__file__).parent / "Ball.mo", "--fmi", version, "-o", fmu, "--quiet").returncode, 0)
            done = run("validate", fmu)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("no problems found", done.stdout)

    def test_info(self):
        done = run("info", self.fmu, "--all")
        self.assertEqual(done.returncode, 0)
        for text in "Ball, FMI 3.0", "states        2", "Float64 e = 0.7", "x86_64-linux", "0 to 1.5 s":
            self.assertIn(text, done.stdout)
        self.assertNotIn("Float64 e", run("info", self.fmu).stdout)

    def test_broken(self):
        for old, new, message in BROKEN:
            with self.subTest(message=message):
                def change(text):
                    self.assertIn(old, text)
                    return text.replace(old, new, 1)
                other = self.rewritten(change)
                done = run("validate", other)
                self.assertEqual(done.returncode, 1)
                self.assertIn("E9111", done.stderr)
                self.assertIn(message, done.stderr)
                if validate_fmu:
                    self.assertTrue(validate_fmu(str(other)))

    def test_refused(self):
        """A text file, an archive without a description, an entry that leads out, a link."""
        text = Path(self.place.name) / "text.fmu"
        text.write_text("this is not an archive")
        self.assertIn("not a ZIP archive", run("info", text).stderr)
        empty = Path(self.place.name) / "empty.fmu"
        with zipfile.ZipFile(empty, "w") as target:
            target.writestr("readme.txt", "nothing")
        self.assertIn("no modelDescription.xml", run("validate", empty).stderr)
        linked = Path(self.place.name) / "linked.fmu"
        with zipfile.ZipFile(linked, "w") as target:
            entry = zipfile.ZipInfo("resources")
            entry.create_system = 3
            entry.external_attr = 0o120777 << 16
            target.writestr(entry, "/etc")
        self.assertIn("is a link", run("validate", linked).stderr)


if __name__ == "__main__":
    unittest.main()
