"""How a source file must look: it says what it is, it is short enough to be one idea, and it knows no library or model by name.

- A header, and a source without a header of its own, begins with a comment.
- No file has more than 700 lines, no folder more than 40 files. (.clang-format sets the width of lines.)
- No string in the sources proper names a class of a library ('Modelica.Blocks…'): the tool has no special cases. A name that the
  specification itself gives a meaning is in GRANTED, with its section.
"""
import re

from repository import main, sources

LONGEST_FILE = 700
FULLEST_FOLDER = 40
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
LIBRARY_CLASS = re.compile(r"\b(Modelica|ModelicaTest|ModelicaServices|ModelicaCompliance|Mica|Buildings|Complex)\.[A-Z]\w*")
GRANTED = {
    "Modelica.Utilities": "12.9.6: ModelicaUtilities.h is how external functions talk to the tool",
}


def problems_of_file(root, path):
    where = path.relative_to(root)
    text = path.read_text(errors="replace")
    lines = text.splitlines()
    in_test = "test" in where.parts
    alone = path.suffix == ".h" or not path.with_suffix(".h").exists()
    if alone and not in_test and not text.lstrip().startswith(("//", "/*")):
        yield f"{where}: begins without a comment that says what it is"
    if len(lines) > LONGEST_FILE:
        yield f"{where}: {len(lines)} lines; split it by idea"
    for number, line in enumerate(lines, 1):
        if in_test:
            continue
        for string in STRING.findall(line.split("//")[0]):
            for match in LIBRARY_CLASS.finditer(string):
                if match.group(0) not in GRANTED:
                    yield f"{where}:{number}: names {match.group(0)}; the tool has no special cases by library"


def problems_of_folders(root):
    for folder in sorted({path.parent for path in sources(root)}):
        count = sum(1 for path in folder.iterdir() if path.is_file())
        if count > FULLEST_FOLDER:
            yield f"{folder.relative_to(root)}: {count} files; give it rooms by topic"


def problems(root):
    return list(problems_of_folders(root)) + [problem for path in sources(root) for problem in problems_of_file(root, path)]


if __name__ == "__main__":
    main(problems)
