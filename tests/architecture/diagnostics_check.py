"""Every diagnostic code that the sources use has an entry under docs/diagnostics, once, and every entry is of a code that is used.

An entry is a heading '### E1234 …' or a row of a table that begins with the code.

A code is a string in one place, the table of its folder (codes.h): everything else names the constant, so that nothing compares a code with a string. What is said on
trial is a DiagnosticSink::Transaction, which commits or rolls back: no count of errors is kept to be compared with a later one.
"""
import re
from collections import defaultdict

from repository import main, sources

USED = re.compile(r'"([EWN]\d{4})"')
COMPARED = re.compile(r"\bid\(\)\s*(?:[!=]=|\.starts_with|\[)")
COUNTED = re.compile(r"=\s*[\w.()>-]*sink[\w()]*(?:\.|->)error_count\(\)")
TABLES = "codes.h"
REPORTS = {"src/cli/messages.cpp"}  # says how many errors there were
ENTRY = re.compile(r"^(?:#+\s*|\|\s*)`?([EWN]\d{4})`?\b")


def problems(root):
    used = defaultdict(list)
    found = []
    for path in sources(root, tests=False):
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            code_part = line.split("//")[0]
            for code in USED.findall(code_part):
                used[code].append(f"{path.relative_to(root)}:{number}")
                if path.name != TABLES:
                    found.append(f"{path.relative_to(root)}:{number}: {code} is a string outside of a table of codes; name the constant")
            if COMPARED.search(code_part):
                found.append(f"{path.relative_to(root)}:{number}: looks at the text of a code; compare the codes")
            if COUNTED.search(code_part) and str(path.relative_to(root)) not in REPORTS:
                found.append(f"{path.relative_to(root)}:{number}: counts errors; use a mark or a transaction of the sink")
    entries = defaultdict(list)
    for path in sorted((root / "docs" / "diagnostics").glob("*.md")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = ENTRY.match(line)
            if match:
                entries[match.group(1)].append(f"{path.relative_to(root)}:{number}")
    found += [f"{places[0]}: {code} has no entry under docs/diagnostics" for code, places in sorted(used.items()) if code not in entries]
    found += [f"{places[0]}: {code} is used nowhere in src" for code, places in sorted(entries.items()) if code not in used]
    found += [f"{places[1]}: {code} has an entry already, {places[0]}" for code, places in sorted(entries.items()) if len(places) > 1]
    return found


if __name__ == "__main__":
    main(problems)
