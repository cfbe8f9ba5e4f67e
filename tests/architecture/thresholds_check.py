"""Numbers that decide have a name and a reason.

- In src no number smaller than SMALL stands in the code but as the value of a named constant (`constexpr double kName = …`, `#define NAME …`)
  or as the usual value of a member (`double tolerance = …;`).
  The coefficients of methods (TABLES of bench/thresholds.py) and definitions of units are exempt, and arrays of named constants.
- In src/run, src/structure and src/runtime a comment stands before the constant, or before the group of constants that it belongs to, or behind it: what the number is
  relative to, and why.
- No two thresholds have the same name within one file's stem, so that bench/sensitivity.py can vary each on its own.
"""
import collections
import re
import sys
from pathlib import Path

from repository import main, sources

SMALL = 2e-3  # above, numbers are shares and factors of formulas
LITERAL = re.compile(r"(?<![\w.])(\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)(?![\w.])")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
NAMED = re.compile(r"constexpr double k\w+(\[\])? =|^\s*#define [A-Z_0-9]+ |^\s*k\w+ =|^\s+double (?:\w+ = [\d.e-]+, )*\w+ = [\d.e-]+[;,]|^\s+double \w+ =\s*$")
DEFINITIONS = {"src/base/unit.cpp"}
DECLARES = re.compile(r"constexpr|#define")


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def thresholds_of(root):
    bench = Path(__file__).parents[2] / "bench"
    if str(bench) not in sys.path:
        sys.path.append(str(bench))
    import thresholds
    return thresholds


def problems_of_file(root, path):
    where = path.relative_to(root)
    text = path.read_text(errors="replace")
    code = STRING.sub(blank, COMMENT.sub(blank, text))
    is_named = False
    for number, line in enumerate(code.splitlines(), 1):
        is_named = bool(NAMED.search(line)) or (is_named and not is_closed)
        is_closed = ";" in line or line.lstrip().startswith("#")
        for literal in LITERAL.findall(line):
            if 0 < float(literal) < SMALL and not is_named:
                yield f"{where}:{number}: the number {literal} has no name"


def has_reason(lines, at):
    """A comment on the lines of the declaration or before the declarations around it."""
    end = at
    while not lines[at].startswith("#") and ";" not in lines[end]:
        end += 1
    if any("//" in line or "/*" in line for line in lines[at:end + 1]):
        return True
    at -= 1
    while at >= 0 and DECLARES.search(lines[at]) and "//" not in lines[at]:
        at -= 1
    return at >= 0 and ("//" in lines[at] or "*/" in lines[at])


def problems(root):
    thresholds = thresholds_of(root)
    found = [problem for path in sources(root, tests=False) if path.name not in thresholds.TABLES and str(path.relative_to(root)) not in DEFINITIONS
             for problem in problems_of_file(root, path)]
    all_of_them = thresholds.find(root)
    for each in all_of_them:
        lines = (Path(root) / each.file).read_text(errors="replace").splitlines()
        if not has_reason(lines, each.line - 1):
            found.append(f"{each.file}:{each.line}: {each.key} does not say what it is relative to, and why")
    for key, count in collections.Counter(each.key for each in all_of_them).items():
        if count > 1:
            found.append(f"the threshold {key} is declared {count} times")
    return found


if __name__ == "__main__":
    main(problems)
