"""Every diagnostic code that the sources use has an entry under docs/diagnostics, once, and every entry is of a code that is used.

An entry is a heading '### E1234 …' or a row of a table that begins with the code.
"""
import re
from collections import defaultdict

from repository import main, sources

USED = re.compile(r'"([EWN]\d{4})"')
ENTRY = re.compile(r"^(?:#+\s*|\|\s*)`?([EWN]\d{4})`?\b")


def problems(root):
    used = defaultdict(list)
    for path in sources(root, tests=False):
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            code_part = line.split("//")[0]
            for code in USED.findall(code_part):
                used[code].append(f"{path.relative_to(root)}:{number}")
    entries = defaultdict(list)
    for path in sorted((root / "docs" / "diagnostics").glob("*.md")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = ENTRY.match(line)
            if match:
                entries[match.group(1)].append(f"{path.relative_to(root)}:{number}")
    found = [f"{places[0]}: {code} has no entry under docs/diagnostics" for code, places in sorted(used.items()) if code not in entries]
    found += [f"{places[0]}: {code} is used nowhere in src" for code, places in sorted(entries.items()) if code not in used]
    found += [f"{places[1]}: {code} has an entry already, {places[0]}" for code, places in sorted(entries.items()) if len(places) > 1]
    return found


if __name__ == "__main__":
    main(problems)
