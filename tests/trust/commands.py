"""How trust is given, shown, lost and taken back: commands.py MICA SOURCE"""
import os
import pathlib
import subprocess
import sys
import tempfile

MODEL = """package Lib
  function three
    input Integer n;
    output Integer m;
    external "C" m = three_of(n) annotation (Include = "static int three_of(int n) { return n == 7 ? *(volatile int*)8 : n; }");
  end three;
  model M
    parameter Integer n = three(3);
    Real x[n] = fill(time, n);
  end M;
  model Crash
    parameter Integer n = three(7);
    Real x[n] = fill(time, n);
  end Crash;
  annotation (version = "2.1");
end Lib;
"""


def main():
    mica = sys.argv[1]
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder).resolve()
        (folder / "home").mkdir()
        file = folder / "Lib.mo"
        file.write_text(MODEL)
        environment = {**os.environ, "HOME": str(folder / "home")}
        for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            environment.pop(name, None)

        def expect(words, code, *texts, absent=()):
            done = subprocess.run([mica, *words.split()], cwd=folder, env=environment, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
            said = done.stdout + done.stderr
            if done.returncode != code or any(text not in said for text in texts) or any(text in said for text in absent):
                failures.append(f"{words}: exit {done.returncode}, {code} expected with {texts}, without {absent}\n{said}")

        check = "check Lib.mo --class Lib.M"
        counted = "3 equations and 3 unknowns"
        expect(check, 0, "warning W9070", "Lib is not trusted", absent=(counted, "error"))
        expect("show flat Lib.mo --class Lib.M", 0, "warning W9070")
        expect("check Lib.mo", 0, "Lib.M: not checked to the end", "nothing is wrong")
        # A run is consent.
        expect("simulate Lib.mo --class Lib.M -o r.csv", 0, "note N9071")
        expect(check, 0, "warning W9070")
        # Given with a call, it is remembered and shown.
        expect(check + " --trust Lib", 0, "note N9072", counted)
        expect(check, 0, counted, absent=("N9072", "W9070"))
        expect("simulate Lib.mo --class Lib.M -o r.csv", 0, absent=("N9071",))
        expect("trust", 0, "Lib\t2.1\t", "Lib.mo")
        # A fault of an external function is the model's.
        expect("check Lib.mo --class Lib.Crash", 1, "E3317", "signal 11")
        expect("simulate Lib.mo --class Lib.Crash", 1, "E3317", "signal 11")
        # Another text is another library, and the old one again is the old one.
        file.write_text(MODEL.replace("return n ==", "return  n =="))
        expect(check, 0, "warning W9070", absent=(counted,))
        file.write_text(MODEL)
        expect(check, 0, counted)
        expect("trust remove Lib", 0)
        expect(check, 0, "warning W9070")
        expect("trust remove Lib", 2, "E9074")
        expect("trust add", 2, "E9074")
        expect("trust add Lib.mo", 0, "Lib 2.1", "SHA-256")
        expect(check, 0, counted)
        # Without a home it holds for the call.
        environment.pop("HOME")
        expect(check, 0, "warning W9070")
        expect(check + " --trust Lib", 0, "note N9072", counted)
    for failure in failures:
        print(failure)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
