"""The table of docs/papers.md, made of the cases: papers_table.py prints it, papers_table.py --compare FILE says where the file differs."""
import sys
from pathlib import Path

from run_case import load

FOLDER = Path(__file__).parent
HEAD = ["| model | the paper prints | Mica must give | where that comes from |", "| --- | --- | --- | --- |"]
INTRODUCTION = """# Systems of the papers

Each model of `Mica.Papers` is a test, and this page is made of the tests' data files in `tests/models`: what the paper prints, what the model must give for the test to pass, and where the expected
number comes from, which is never Mica itself. Where the paper's number and ours differ, the last column says why. Many papers print no data; the values that were chosen are in the documentation of the models."""


def number(value):
    return str(value) if isinstance(value, (bool, int)) else f"{value:.7g}"


def values(table):
    return ", ".join(f"`{name}` = {number(value)}" for name, value in table.items() if name not in ("time", "from", "to"))


def expectations(case):
    """What a case compares, as text."""
    found = []
    for key in ("first", "last"):
        if case.get(key):
            found.append(values(case[key]) + (" at the start" if key == "first" else ""))
    found += [f"{values(moment)} at {number(moment['time'])} s" for moment in case.get("at", [])]
    for window in case.get("between", []):
        found += [f"{kind} {values(window[kind])} from {number(window['from'])} to {number(window['to'])} s" for kind in ("highest", "lowest") if window.get(kind)]
    if "eigenvalues" in case:
        found.append("eigenvalues " + ", ".join(f"{number(real)} ± {number(imaginary)}j" for real, imaginary in case["eigenvalues"]))
    if "damping" in case:
        found.append(f"the smallest damping ratio {number(case['damping'])}")
    if case.get("reference"):
        found.append(f"the trajectory `{case['reference']}`")
    return "; ".join(found) + f" (within {case['tolerance']:.0e})"


def table():
    papers = {}
    for path in sorted(FOLDER.glob("*.toml")):
        case = load(path)
        if "paper" in case:
            why = case.get("reason") or f"`{case['script']}`"
            name = case["model"].removeprefix("Mica.")
            settings = " ".join(word for word in case.get("options", []) if "=" in word)
            row = [f"`{name}`" + (f" with `{settings}`" if settings else ""), case.get("prints", ""), expectations(case), why]
            papers.setdefault(case["paper"], []).append("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |")
    lines = [INTRODUCTION]
    for paper in sorted(papers):
        lines += ["", f"## {paper}", "", *HEAD, *papers[paper]]
    return "\n".join(lines) + "\n"


def main():
    made = table()
    if sys.argv[1:2] != ["--compare"]:
        print(made, end="")
        return 0
    kept = Path(sys.argv[2]).read_text()
    if kept == made:
        print("the same")
        return 0
    differing = [line for line in made.splitlines() if line not in kept.splitlines()] + [line for line in kept.splitlines() if line not in made.splitlines()]
    print("\n".join(["tests/models/papers_table.py prints another text; lines of one alone:", *differing]))
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
