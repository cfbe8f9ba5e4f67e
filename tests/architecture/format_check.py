"""Every C and C++ source is laid out as .clang-format says. `scripts/format` writes it so."""
import shutil
import subprocess

from repository import main, sources

NAMES = ("clang-format-19", "clang-format")


def problems(root):
    program = next((name for name in NAMES if shutil.which(name)), None)
    if program is None:
        print("no clang-format here")
        raise SystemExit(77)
    paths = [str(path.relative_to(root)) for path in sources(root)] + [str(p.relative_to(root)) for p in (root / "bench").glob("*.cpp")]
    found = []
    for start in range(0, len(paths), 200):
        done = subprocess.run([program, "--dry-run", "-Werror", *paths[start : start + 200]], cwd=root, capture_output=True, text=True)
        found += sorted({line.split(":")[0] + ": not laid out as .clang-format says; run scripts/format" for line in done.stderr.splitlines() if "error:" in line})
    return found


if __name__ == "__main__":
    main(problems)
