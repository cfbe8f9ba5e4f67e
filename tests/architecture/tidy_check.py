"""Sources keep the few rules of .clang-tidy. Here those that changed, by git, at most MOST of them, a few seconds; `tidy_check.py ROOT --all`, which scripts/nightly runs, looks at every one."""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

from repository import main, sources

NAMES = ("clang-tidy-19", "clang-tidy")
MOST = 3
FLAGS = ("-std=c++20", "-Isrc", "-I/usr/include/suitesparse", "-I/usr/include/eigen3", "-I/usr/lib/llvm-19/include", "-Wno-everything", "-DMICA_VERSION=\"\"")
PROBLEM = re.compile(r"^(\S+?):(\d+):\d+: (?:error|warning): (.*)$")


def changed(root):
    """What is not committed, then what the last commit changed; nothing where there is no git."""
    names = []
    for words in (("diff", "--name-only", "HEAD"), ("diff", "--name-only", "HEAD~1", "HEAD")):
        done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True)
        names += [name for name in done.stdout.splitlines() if name not in names]
    return [name for name in names if name.startswith("src/") and name.endswith(".cpp") and "/test/" not in name and (root / name).exists()][:MOST]


def problems_of(program, root, name):
    done = subprocess.run([program, "--quiet", name, "--", *FLAGS], cwd=root, capture_output=True, text=True)
    found = {PROBLEM.match(line).groups() for line in done.stdout.splitlines() if PROBLEM.match(line)}
    return [f"{os.path.relpath(file, root)}:{line}: {text}" for file, line, text in sorted(found) if "file not found" not in text]


def problems(root, names=None):
    program = next((name for name in NAMES if shutil.which(name)), None)
    if program is None:
        print("no clang-tidy here")
        raise SystemExit(77)
    names = changed(root) if names is None else names
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("MICA_JOBS", os.cpu_count() or 1))) as pool:
        return sorted({problem for found in pool.map(lambda name: problems_of(program, root, name), names) for problem in found})


def everything(root):
    return problems(root, [str(path.relative_to(root)) for path in sources(root, tests=False) if path.suffix == ".cpp"])


if __name__ == "__main__":
    main(everything if "--all" in sys.argv else problems)
