#!/usr/bin/env python3
"""Runs Mica over libraries on MODELICAPATH and holds the outcome against the committed ledgers; README.md says how."""
import argparse
import collections
import concurrent.futures
import os
import re
import signal
import sys

import classes
import compliance
import models
import strangers
from ledger import WORSE
from program import Program

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SKIPPED = 77  # ctest's SKIP_RETURN_CODE
LIMIT = {"check": 30, "simulate": 120, "strangers": 60}


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mica", type=os.path.abspath, default=os.environ.get("MICA", os.path.join(ROOT, "mica")), help="the program; default: $MICA, or ./mica of the repository")
    parser.add_argument("--reference", default=os.environ.get("MICA_REFERENCE", os.path.join(ROOT, "..", "shared", "reference")),
                        help="directory with index.csv and trajectories; default: $MICA_REFERENCE, or ../shared/reference beside the repository")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--compliance", action="store_true", help="the cases of the compliance library instead of the models of the reference")
    what.add_argument("--every-class", action="store_true", help="check every class of the libraries; only crashes and timeouts are reported")
    what.add_argument("--library", choices=strangers.LIBRARIES, help="the examples of a library of other authors, simulated and compared with its own references")
    what.add_argument("--short", action="store_true", help="the subset that ctest runs: short.txt, by check alone")
    parser.add_argument("--stage", choices=("check", "translate", "simulate"), default="check", help="how far; check sorts the equations too, so translate is the same")
    parser.add_argument("--only", metavar="REGEX", help="models whose name this is found in")
    parser.add_argument("--held-out", choices=("yes", "no"), help="with --library: only the third that is held out, or only the others")
    parser.add_argument("--step", type=int, default=1, metavar="N", help="every Nth model")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="calls at a time")
    parser.add_argument("--limit", type=int, metavar="SECONDS", help="of processor time a call; default 30 for check, 120 for simulate")
    parser.add_argument("--update", action="store_true", help="write what improved to the ledger; lines that fell stay, and the exit code is 1")
    parser.add_argument("--accept-falls", action="store_true", help="with --update: write what fell, too; say why in the commit")
    parser.add_argument("--summary", action="store_true", help="run nothing; the score of the ledger and its causes, most frequent first")
    parser.add_argument("--quiet", action="store_true", help="no line a model")
    return parser.parse_args()


def select(names, options):
    names = [name for name in names if not options.only or re.search(options.only, name)]
    return names[::options.step]


def run_all(names, work, options):
    """{name: line}, in N calls at a time."""
    lines, width = {}, len(str(len(names)))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        pending = {pool.submit(work, name): name for name in names}
        for number, done in enumerate(concurrent.futures.as_completed(pending), 1):
            name = pending[done]
            lines[name] = done.result()
            if not options.quiet and sys.stderr.isatty():
                print(f"\r\033[K{number:{width}}/{len(names)} {name}", end="", file=sys.stderr, flush=True)
    if not options.quiet and sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return lines


def tell_causes(lines, is_wrong):
    causes = collections.defaultdict(list)
    for name, line in sorted(lines.items()):
        if is_wrong(line):
            cause = line.get("cause") or "accepted"
            causes[models.COUNTED_ELSE if cause.startswith(models.COUNTED_ELSE) else cause].append(name)
    for cause, names in sorted(causes.items(), key=lambda item: (-len(item[1]), item[0])):
        print(f"{len(names):5}  {cause}   {names[0]}")


def finish(ledger, lines, options):
    """Compares, writes if asked. The exit code."""
    changes = ledger.changes(lines)
    for model, change, what in changes:
        print(f"{change}: {model}: {what}")
    new = [name for name in lines if name not in ledger.lines]
    if new:
        print(f"{len(new)} not in the ledger yet")
    fell = {model for model, change, _ in changes if change == WORSE}
    if options.update:
        ledger.merge(lines, keep=() if options.accept_falls else fell)
        ledger.write()
    print(f"{len(lines)} run, {len({model for model, *_ in changes} - fell)} improved, {len(fell)} fell")
    return 1 if fell and not (options.update and options.accept_falls) else 0


def run_models(options):
    ledger = models.open_ledger()
    is_wrong = lambda line: line.get("accepted") != "yes" or line.get("verified") == "no" or line.get("same_count") == "no"
    if options.summary:
        print("\n".join(models.score(ledger.lines)))
        tell_causes(ledger.lines, is_wrong)
        return 0
    if not os.path.exists(os.path.join(options.reference, "index.csv")):
        print(f"there is no index.csv in {options.reference}: --reference names the directory", file=sys.stderr)
        return SKIPPED
    reference = models.Reference(options.reference)
    names = sorted(reference.rows)
    if options.short:
        with open(os.path.join(HERE, "short.txt")) as file:
            names = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    stage = "simulate" if options.stage == "simulate" else "check"
    program = Program(options.mica, options.limit or LIMIT[stage])
    lines = run_all(select(names, options), lambda name: models.measure(name, stage, program, reference), options)
    if stage == "check":
        lines = {name: models.without_run(line, ledger.lines.get(name, {})) for name, line in lines.items()}
    code = finish(ledger, lines, options)
    whole = {name: {**dict.fromkeys(models.COLUMNS, ""), **ledger.lines.get(name, {}), **line} for name, line in lines.items()}
    print("\n".join(models.score(whole)))
    if not options.short:
        tell_causes(whole, is_wrong)
    return code


def run_compliance(options):
    ledger = compliance.open_ledger()
    is_wrong = lambda line: line["right"] != "yes"
    if options.summary:
        print("\n".join(compliance.score(ledger.lines)))
        tell_causes(ledger.lines, is_wrong)
        return 0
    folder = classes.find_library(compliance.LIBRARY)
    if not folder:
        print(f"{compliance.LIBRARY} is not on MODELICAPATH", file=sys.stderr)
        return SKIPPED
    cases = compliance.find_cases(folder)
    program = Program(options.mica, options.limit or LIMIT["check"])
    lines = run_all(select(sorted(cases), options), lambda name: compliance.measure(name, cases[name], program), options)
    code = finish(ledger, lines, options)
    print("\n".join(compliance.score(lines)))
    tell_causes(lines, is_wrong)
    return code


def run_library(options):
    ledger = strangers.open_ledger(options.library)
    is_wrong = lambda line: line["counted"] == "yes" and (line["stage"] != "simulate" or line["verified"] == "no")
    if options.summary:
        print("\n".join(strangers.score(ledger.lines)))
        tell_causes(ledger.lines, is_wrong)
        return 0
    if not classes.find_library(options.library):
        print(f"{options.library} is not on MODELICAPATH", file=sys.stderr)
        return SKIPPED
    program = Program(options.mica, options.limit or LIMIT["strangers"])
    examples = strangers.Examples(options.library, program)
    names = [name for name in sorted(examples.options) if not options.held_out or strangers.is_held_out(name) == (options.held_out == "yes")]
    lines = run_all(select(names, options), lambda name: strangers.measure(name, program, examples), options)
    code = finish(ledger, lines, options)
    print("\n".join(strangers.score(lines)))
    tell_causes(lines, is_wrong)
    return code


def run_classes(options):
    program = Program(options.mica, options.limit or LIMIT["check"])
    libraries = [name for name in classes.LIBRARIES if classes.find_library(name)]
    if not libraries:
        print("none of the libraries is on MODELICAPATH", file=sys.stderr)
        return SKIPPED
    names = select([name for library in libraries for name in classes.list_classes(library, program)], options)
    lines = run_all(names, lambda name: classes.measure(name, program), options)
    bad = {name: line for name, line in lines.items() if line["ended"] in ("crash", "timeout", "call")}
    for name, line in sorted(bad.items()):
        print(f"{line['ended']}: {name}: {line['cause']}")
    print(f"{len(lines)} classes of {', '.join(libraries)}: {len(bad)} ended without a verdict")
    return 1 if bad else 0


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # '| head' is no error
    options = parse()
    if options.every_class:
        return run_classes(options)
    if options.library:
        return run_library(options)
    if options.short and not classes.find_library("Modelica"):
        print("the library is not on MODELICAPATH", file=sys.stderr)
        return SKIPPED
    return run_compliance(options) if options.compliance else run_models(options)


if __name__ == "__main__":
    sys.exit(main())
