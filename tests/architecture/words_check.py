"""Words that people read: messages, comments, pages.

A fault is reported, an option requires a value, a name is not a model; quotes are straight. The patterns are what creeps in instead. EXEMPT
are sources that read or write the characters themselves."""
import re
import subprocess

from repository import main

FORBIDDEN = [
    (re.compile(r"\btold\b"), "'told': say reported, described or given"),
    (re.compile("[\u00ab\u00bb\u201c\u201d\u2018\u2019]"), "quotes are straight"),
    (re.compile(r"(?<!there )(?<!There )\bis none\b"), "'is none': say is not a, or there is none"),
    (re.compile(r"\bparted by\b"), "'parted by': say separated by"),
    (re.compile(r"\bwants\b"), "'wants': say requires"),
]
ENDINGS = {".cpp", ".h", ".c", ".md", ".mo", ".py", ".toml", ".txt", ".sh", ".html", ".js", ".css"}
EXEMPT = {"src/document/html_tag.cpp", "src/syntax/lexer.cpp", "tests/architecture/words_check.py", "tests/architecture/checks_test.py"}


def files(root):
    if not (root / ".git").exists():
        return [str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()]
    return subprocess.run(["git", "-C", str(root), "ls-files"], check=True, capture_output=True, text=True).stdout.splitlines()


def problems(root):
    found = []
    for name in files(root):
        path = root / name
        if name in EXEMPT or path.suffix not in ENDINGS or not path.is_file():
            continue
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            found += [f"{name}:{number}: {advice}: {line.strip()[:120]}" for pattern, advice in FORBIDDEN if pattern.search(line)]
    return found


if __name__ == "__main__":
    main(problems)
