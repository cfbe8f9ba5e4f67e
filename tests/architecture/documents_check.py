"""Every path that a document, or a comment in the sources, names exists.

Looked at: the targets of links, and words in `backquotes` (or anywhere in a comment) that begin with a folder of the repository. A star
stands for anything, as in a shell; … and <…> make a word a pattern for people, which is left alone.
"""
import re

from repository import documents, main, sources

FOLDERS = r"(?:src|docs|tests|library|bench|scripts|cmake|studio|python|\.ci)"
LINK = re.compile(r"\]\(([^)\s]+)\)")
QUOTED = re.compile(r"`([^`\n]+)`")
PATH = re.compile(rf"(?<![\w/.-])({FOLDERS}/[\w./*+-]+)")
FENCE = re.compile(r"^(```|~~~)")


def exists(base, text):
    text = text.rstrip(".,:;/")
    if "*" in text:
        return any(base.glob(text))
    return (base / text).exists()


def document_problems(root, path):
    where = path.relative_to(root)
    fenced = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if FENCE.match(line.strip()):
            fenced = not fenced
        if fenced:
            continue
        for target in LINK.findall(line):
            target = target.split("#")[0]
            if target and "://" not in target and not target.startswith("mailto:") and not exists(path.parent, target):
                yield f"{where}:{number}: the link to {target} leads nowhere"
        for quoted in QUOTED.findall(line):
            if "…" in quoted or "<" in quoted or "//" in quoted:
                continue
            for target in PATH.findall(quoted):
                if not exists(root, target):
                    yield f"{where}:{number}: {target} does not exist"


def comment_problems(root, path):
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        comment = line.find("//")
        if comment < 0:
            continue
        for target in re.findall(r"(?<![\w/.-])((?:docs|library|tests)/[\w./*-]+)", line[comment:]):
            if not exists(root, target):
                yield f"{path.relative_to(root)}:{number}: the comment names {target}, which does not exist"


def problems(root):
    found = []
    for path in documents(root):
        found += document_problems(root, path)
    for path in sources(root, tests=False):
        found += comment_problems(root, path)
    return found


if __name__ == "__main__":
    main(problems)
