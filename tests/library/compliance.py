"""The cases of a compliance library: models that a tool must accept or reject, as an annotation in each says."""
import os
import re

from ledger import Ledger, coarse

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = ("case", "section", "expected", "verdict", "right", "check_right", "cause", "seconds")
LIBRARY = "ModelicaCompliance"
SPEC = re.compile(r"TestCase\s*\(\s*shouldPass\s*=\s*(true|false)(?:\s*,\s*section\s*=\s*\{([^}]*)\})?")
BLANKED = re.compile(r"""(?P<kept>'(?:\\.|[^'\\])*')|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*\"""", re.S)
IDENT = r"(?:[A-Za-z_]\w*+|'(?:\\.|[^'\\])*')"
KIND = r"(?:model|class|package|block|connector|record|function|type|operator)"
# Opens a long class, ends one, or marks a case. `function f(…)` is a partial application, not a class.
WORD = re.compile(rf"\b(end)\s+({IDENT})|\b{KIND}\s+extends\s+({IDENT})|\b{KIND}\s+(?:record\s+|function\s+)?({IDENT})(?!\s*[=.(])|(TestCase)\s*\(\s*shouldPass")
NOT_YET = re.compile(r"\bnot (?:yet )?(?:supported|implemented)|not supported yet")


def open_ledger():
    return Ledger(os.path.join(HERE, "compliance.csv"), COLUMNS, ("right", "check_right"))


def find_cases(folder):
    """{full name: (expected, section)} of every case under the directory of the library."""
    cases = {}
    for root, folders, files in os.walk(folder):
        folders.sort()
        for file in sorted(files):
            if file.endswith(".mo"):
                with open(os.path.join(root, file), encoding="utf-8-sig", errors="replace") as stream:
                    cases |= cases_of(stream.read())
    return cases


def cases_of(text):
    within = re.search(r"^\s*within\s+([\w.']+)\s*;", text, re.M)
    blanked = BLANKED.sub(lambda found: found["kept"] or re.sub(r"[^\n]", " ", found[0]), text)
    cases, stack = {}, [within[1]] if within else []
    for word in WORD.finditer(blanked):
        if word[1]:
            if word[2] in stack:
                while stack.pop() != word[2]:
                    pass
        elif word[5]:
            spec = SPEC.match(text, word.start(5))
            section = " ".join(re.findall(r'"([^"]*)"', spec[2] or ""))
            cases[".".join(stack)] = ("accept" if spec[1] == "true" else "reject", section)
        elif (name := word[3] or word[4]) not in ("end", "record", "function", "extends"):
            stack.append(name)
    return cases


def measure(case, expected, program):
    """Accepted is what checks and runs; rejected what check refuses, or the run for a reason that the model gives. What we cannot do yet is neither."""
    name, (wanted, section) = case, expected
    call = program.call("check", name, "--strict")
    checked = verdict_of(call)
    seconds, cause, verdict = call.seconds, call.cause, checked
    if checked == "accept":
        call = program.call("simulate", name, "--strict", "-o", "result.csv", "--quiet", "--fresh")
        seconds += call.seconds
        verdict = verdict_of(call)
        cause = call.cause or cause
    return {"case": name, "section": section, "expected": wanted, "verdict": verdict, "right": "yes" if verdict == wanted else "no",
            "check_right": "yes" if checked == wanted else "no", "cause": cause, "seconds": coarse(seconds)}


def verdict_of(call):
    if call.ended == "done":
        return "accept"
    if call.ended in ("crash", "timeout", "call"):
        return call.ended
    return "unsupported" if NOT_YET.search(call.cause) else "reject"


def score(lines):
    texts = []
    for expected in ("accept", "reject"):
        rows = [row for row in lines.values() if row["expected"] == expected]
        right, alone = (sum(row[column] == "yes" for row in rows) for column in ("right", "check_right"))
        texts.append(f"  {right:4} of {len(rows):4} ({100 * right / max(len(rows), 1):5.1f} %) of those to {expected} are right; by check alone {alone}")
    right = sum(row["right"] == "yes" for row in lines.values())
    return texts + [f"  {right:4} of {len(lines):4} ({100 * right / max(len(lines), 1):5.1f} %) in all"]
