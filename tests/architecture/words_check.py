"""Words that people read: messages, comments, pages.

A fault is reported, an option requires a value, a name is not a model; quotes are straight. The patterns are what creeps in instead: some everywhere, some in pages and in the
strings of sources, of which those of checks are for us. EXEMPT are sources that read or write the characters themselves."""
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
FOR_USERS = [
    (re.compile(r"\b(?:inside|outside) of\b"), "'inside of', 'outside of': leave out of"),
    (re.compile(r"\bbe had\b"), "'be had': say available"),
    (re.compile(r"\banew\b"), "'anew': say again"),
    (re.compile(r"\bin vain\b"), "'in vain': say what failed"),
    (re.compile(r"\bhas not (?:the|a)\b"), "'has not': say does not have"),
    (re.compile(r"\bhangs? together\b"), "'hang together': say what is coupled, or agrees"),
    (re.compile(r"\bwhoever\b|\bWhoever\b"), "'whoever': say what to do"),
]
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
SOURCES = {".cpp", ".h", ".c"}
ENDINGS = {".cpp", ".h", ".c", ".md", ".mo", ".py", ".toml", ".txt", ".sh", ".html", ".js", ".css"}
EXEMPT = {"src/document/html_tag.cpp", "src/syntax/lexer.cpp", "tests/architecture/words_check.py", "tests/architecture/checks_test.py"}


def files(root):
    if not (root / ".git").exists():
        return [str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()]
    return subprocess.run(["git", "-C", str(root), "ls-files"], check=True, capture_output=True, text=True).stdout.splitlines()


def line_for_users(path, line):
    """What of a line a user reads."""
    if path.suffix == ".md":
        return line
    if path.suffix not in SOURCES or "Check(" in line or "test" in path.parts:
        return ""
    return "\n".join(STRING.findall(line.split("//")[0]))


def problems(root):
    found = []
    for name in files(root):
        path = root / name
        if name in EXEMPT or path.suffix not in ENDINGS or not path.is_file():
            continue
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            found += [f"{name}:{number}: {advice}: {line.strip()[:120]}" for pattern, advice in FORBIDDEN if pattern.search(line)]
            text = line_for_users(path, line)
            found += [f"{name}:{number}: {advice}: {line.strip()[:120]}" for pattern, advice in FOR_USERS if pattern.search(text)]
    return found


if __name__ == "__main__":
    main(problems)
