#!/usr/bin/env python3
"""The output shown in documents is real: run_documents.py [--accept] MICA DOCUMENT.md…

A fenced block that follows a comment `<!-- mica … -->` must be what that call prints (its standard output, or the error if there is none), run in the
root of the repository. A comment `<!-- mica … | lines 3-20 -->` shows a part, '…' standing for the rest. --accept writes the blocks anew.
"""
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHOWN = re.compile(r"<!-- mica (?P<call>[^|\n]*?)(?: \| lines (?P<first>\d+)-(?P<last>\d+))? -->\n+```(?P<kind>\w*)\n(?P<text>.*?)```", re.DOTALL)


def printed(mica, call, first, last):
    environment = {key: value for key, value in os.environ.items() if key != "MODELICAPATH"}
    process = subprocess.run([mica, *shlex.split(call)], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
    lines = (process.stdout or process.stderr).replace(f"{ROOT}/", "").rstrip("\n").split("\n")
    if first:
        first, last = int(first), int(last)
        chosen = lines[first - 1 : last]
        lines = ["…"] * (first > 1) + chosen + ["…"] * (last < len(lines))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def main():
    accept = "--accept" in sys.argv
    mica, *documents = [argument for argument in sys.argv[1:] if argument != "--accept"]
    mica = os.path.abspath(mica)
    problems, blocks = 0, 0
    for document in map(Path, documents):
        text = document.read_text()

        def renew(match):
            nonlocal problems, blocks
            blocks += 1
            actual = printed(mica, match["call"], match["first"], match["last"])
            if actual != match["text"]:
                problems += 1
                if not accept:
                    print(f"{document}: 'mica {match['call']}' now prints\n{actual}")
            begin = match.group(0)[: match.start("text") - match.start()]
            return begin + actual + "```"

        renewed = SHOWN.sub(renew, text)
        if accept and renewed != text:
            document.write_text(renewed)
    print(f"{blocks} blocks, {problems} {'renewed' if accept else 'out of date'}")
    sys.exit(1 if problems and not accept else 0)


if __name__ == "__main__":
    main()
