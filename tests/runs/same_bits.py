"""Two runs of the same call give the same bytes: same_bits.py MICA SOURCE [all]

The models of tests/language, with the options that they name, and the examples of the library Mica: with an empty cache, from what that run kept, and while other
processes keep all processors busy. Models with modes also by an inlined method of fixed step, whose modes get code of their own. Nothing may depend on addresses, threads,
the clock or the cache. `all` takes every model, otherwise one in twenty and fewer examples, the same each time.

EXCEPTIONS says which do not, and why; docs/stages/run.md has the same list.
"""
import multiprocessing
import os
import re
import shlex
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

EXCEPTIONS = {}  # file or class: why
ALWAYS = ("Mica.Examples.Rectifier", "Mica.Examples.HeatRod", "Mica.Examples.Gearbox11")
LONGEST = 20  # seconds of a run: longer examples run to a hundredth of their time
OPTIONS = re.compile(r"^\s*//\s*options:\s*(.*?)\s*$", re.MULTILINE)


def calls(mica, source, everything):
    """(name, words, folder)"""
    for path in sorted(Path(source, "tests/language").rglob("*.mo")):
        text = path.read_text()
        if "// expect" not in text or not (everything or zlib.crc32(path.name.encode()) % 20 == 0):
            continue
        yield path.name, [path.name, *[word for line in OPTIONS.findall(text) for word in shlex.split(line)]], path.parent
    listed = subprocess.run([mica, "list", "Mica", "--examples"], capture_output=True, text=True, check=True, env=dict(os.environ, MICA_HOME=source)).stdout
    for line in listed.splitlines():
        name = line.split("\t")[0]
        if everything or name in ALWAYS or zlib.crc32(name.encode()) % 40 == 0:
            yield name, [name], Path(source)
    for method in ("inline-euler", "inline-implicit-euler"):
        yield f"Mica.Examples.Gearbox11 by {method}", ["Mica.Examples.Gearbox11", "--method", method, "--step", "2e-4", "--stop-time", "16", "--interval", "0.5"], Path(source)


def spin():
    while True:
        sum(range(1000))


def run(mica, source, words, folder, cache, result):
    result.unlink(missing_ok=True)
    environment = {key: value for key, value in os.environ.items() if key != "MODELICAPATH"} | {"MICA_HOME": str(source), "XDG_CACHE_HOME": str(cache)}
    call = [mica, "simulate", *words, "--quiet", "--warnings", "all", "-o", str(result)]
    try:
        done = subprocess.run(call, cwd=folder, env=environment, capture_output=True, timeout=LONGEST * 10)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stderr, result.read_bytes() if result.exists() else b""


def main():
    mica, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    everything = "all" in sys.argv[3:]
    differ, count, skipped, rows = [], 0, [], 0
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, words, where) in enumerate(calls(mica, source, everything)):
            cache, result = Path(folder, f"cache{number}"), Path(folder, "result.csv")
            cold = run(mica, source, words, where, cache, result)
            if cold is None:
                skipped.append(name)
                continue
            others = {"from the cache": run(mica, source, words, where, cache, result)}
            load = [multiprocessing.Process(target=spin, daemon=True) for _ in range(2 * (os.cpu_count() or 1))]
            for each in load:
                each.start()
            others["on a busy machine"] = run(mica, source, words, where, cache, result)
            for each in load:
                each.terminate()
                each.join()
            count += 1
            rows += len(cold[2]) > 100
            for how, other in others.items():
                if other is not None and other != cold and name not in EXCEPTIONS:
                    what = [part for part, a, b in zip(("exit code", "messages", "result"), cold, other) if a != b]
                    differ.append(f"{name}: {', '.join(what)} of the run {how}")
    print("\n".join(differ))
    print(f"{count} models, {len(differ)} differences; too long: {', '.join(skipped) or 'none'}")
    return 1 if differ or rows < count // 2 else 0


if __name__ == "__main__":
    sys.exit(main())
