"""Every model of the library Mica that has an experiment has a case."""
import re
from pathlib import Path

from run_case import load

FOLDER = Path(__file__).parent
LIBRARY = FOLDER.parents[1] / "library" / "Mica"
BOUND = re.compile(r"^ *(?:(partial )?(?:model|block|package) (\w+)\b(?! *=)|end (\w+);)", re.MULTILINE)
EXPERIMENT = re.compile(r"\bexperiment\(")


def examples_of(path):
    """Full names of the classes of a file that have an experiment and are not partial: the innermost class that is open where the word stands."""
    text = path.read_text()
    within = re.search(r"^within\s+([\w.]+)\s*;", text, re.MULTILINE)  # the package at the top has none
    open_classes, whole = ([within.group(1)], [True]) if within else ([], [])
    places = sorted([(match.start(), match) for match in BOUND.finditer(text)] + [(match.start(), None) for match in EXPERIMENT.finditer(text)], key=lambda place: place[0])
    for _, match in places:
        if match is None:
            if all(whole):
                yield ".".join(open_classes)
        elif match.group(2):
            open_classes.append(match.group(2))
            whole.append(not match.group(1))
        elif open_classes and match.group(3) == open_classes[-1]:
            open_classes.pop()
            whole.pop()


def main():
    tested = {load(path)["model"] for path in FOLDER.glob("*.toml")}
    found = [name for path in sorted(LIBRARY.rglob("*.mo")) if path != LIBRARY / "package.mo" for name in examples_of(path)]
    missing = [name for name in found if name not in tested]
    print("\n".join(missing) if missing else f"{len(found)} models")
    raise SystemExit(1 if missing or not found else 0)


if __name__ == "__main__":
    main()
