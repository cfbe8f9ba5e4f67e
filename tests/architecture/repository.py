"""What the checks share: the files of the repository, and the order of the folders of src/.

The order stands in one place, the foreach over folders in CMakeLists.txt. A folder may use those before it; ONLY narrows that for the
folders whose worth is that they know little: what runs a model sees its code and its table and nothing of the compiler. Since everything in
the list of such a folder is in ONLY itself, it does not reach the rest through others either. TESTS are what the tests of a folder may use beyond.
"""
import re
import sys
from pathlib import Path

ONLY = {
    "base": set(),
    "graph": {"base"},
    "symbolic": {"base", "expression"},
    "runtime": set(),
    "result": {"base"},
    "run": {"base", "graph", "runtime", "result"},
    "realtime": {"base", "runtime", "result", "run"},
}
TESTS = {"run": {"expression", "flat", "structure", "table"}}  # models made by hand
SOURCE_ENDINGS = {".h", ".cpp", ".c"}


def folder_order(root):
    text = (root / "CMakeLists.txt").read_text()
    match = re.search(r"^foreach\(folder\s+([^)]*)\)", text, re.MULTILINE)
    if not match:
        raise SystemExit("CMakeLists.txt has no 'foreach(folder …)'")
    return match.group(1).split()


def may_use(folder, order, in_tests=False):
    """The folders that `folder` may include from, itself among them."""
    allowed = ONLY.get(folder, set(order[: order.index(folder)]))
    return allowed | {folder} | (TESTS.get(folder, set()) if in_tests else set())


def sources(root, tests=True):
    """Every C and C++ file under src/, sorted; without those of test folders if tests is False."""
    for path in sorted((root / "src").rglob("*")):
        if path.suffix not in SOURCE_ENDINGS or not path.is_file():
            continue
        if not tests and "test" in path.relative_to(root).parts:
            continue
        yield path


def documents(root):
    found = sorted(root.glob("*.md")) + sorted((root / "docs").rglob("*.md"))
    for folder in ("tests", "bench", "library", "scripts"):
        found += sorted((root / folder).rglob("*.md"))
    return found


def main(problems_of):
    """Runs a check on the repository named on the command line and ends with 1 if anything breaks the rule."""
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2])
    problems = problems_of(root)
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems" if problems else "in order")
    raise SystemExit(1 if problems else 0)
