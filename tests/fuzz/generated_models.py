#!/usr/bin/env python3
"""Models by a grammar (model_grammar.py), each run in many ways that must agree (ways/ways.h): generated_models.py PROGRAM FIRST:LAST [--shares N] [--jobs N] [--keep DIRECTORY] [--counts FILE]

PROGRAM is mica_ways. FIRST:LAST are seeds; --shares N runs an N-th of the ways of each model, which one its seed says. With --counts a line is appended to a file: first, last, models that are valid, ways
compared, disagreements, faults. A model that --known names (known_disagreements.csv: seed, way, reason) is explained.
"""
import argparse
import csv
import json
import os
import select
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from model_grammar import Model

HERE = Path(__file__).resolve().parent
LONGEST = 600  # seconds of one model, all ways


class Runner:
    def __init__(self, program):
        self.program, self.process = program, None

    def ask(self, question):
        if not self.process:
            self.process = subprocess.Popen([self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            self.process.stdin.write(json.dumps(question) + "\n")
            self.process.stdin.flush()
            ready = select.select([self.process.stdout], [], [], LONGEST)[0]
            line = self.process.stdout.readline() if ready else ""
        except BrokenPipeError:
            line = ""
        if line:
            return json.loads(line)
        self.process.kill()
        code, self.process = self.process.wait(), None
        return {"valid": False, "message": "", "ways": 0, "disagreements": [{"way": "", "what": f"signal {-code}" if ready else "no end"}]}

    def close(self):
        if self.process:
            self.process.stdin.close()
            self.process.wait()


def known_disagreements():
    path = HERE / "known_disagreements.csv"
    if not path.exists():
        return set()
    return {(int(row["seed"]), row["way"]) for row in csv.DictReader(path.open())}


def text_of(each):
    if each["what"] != "differs":
        return f"{each['way']} {each['what']}: {each.get('message', '')}"
    return f"{each['way']} differs in {each['variable']} at {each['time']:.4g}: {each['value']:.9g}, expected {each['expected']:.9g}; by {each['difference']:.2g}, allowed {each['allowed']:.2g} {each['message']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("seeds")
    parser.add_argument("--shares", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep")
    parser.add_argument("--counts")
    options = parser.parse_args()
    first, last = (int(word) for word in options.seeds.split(":"))
    known = known_disagreements()
    totals = {"valid": 0, "invalid": 0, "ways": 0, "models": 0, "disagreements": 0, "known": 0}

    def work(part):
        runner = Runner(os.path.abspath(options.program))
        found = []
        for seed in range(first + part, last, options.jobs):
            model = Model(seed)
            answer = runner.ask({"text": model.text, "stop": model.stop, "share": seed % options.shares, "shares": options.shares})
            found.append((seed, answer))
            new = [each for each in answer["disagreements"] if (seed, each["way"]) not in known]
            if not answer["valid"] and not answer["disagreements"]:
                print(f"{seed}: is not valid: {answer['message']}", flush=True)
            for each in new:
                print(f"{seed}: {text_of(each)}", flush=True)
            if options.keep and (new or not answer["valid"]):
                Path(options.keep, f"{model.name}.mo").write_text(model.text)
        runner.close()
        return found

    with ThreadPoolExecutor(options.jobs) as pool:
        for part in pool.map(work, range(options.jobs)):
            for seed, answer in part:
                totals["models"] += 1
                totals["valid"] += answer["valid"]
                totals["ways"] += answer["ways"]
                new = [each for each in answer["disagreements"] if (seed, each["way"]) not in known]
                totals["disagreements"] += len(new)
                totals["known"] += len(answer["disagreements"]) - len(new)
    print(f"{totals['models']} models, {totals['valid']} of them valid, {totals['ways']} ways compared: {totals['disagreements']} disagree, {totals['known']} are explained")
    if options.counts:
        with open(options.counts, "a") as file:
            file.write(f"{first},{last},{totals['valid']},{totals['ways']},{totals['disagreements']},{totals['known']}\n")
    # A model that is not valid says that the grammar is wrong, or that Mica is.
    return 1 if totals["disagreements"] or totals["valid"] < totals["models"] else 0


if __name__ == "__main__":
    sys.exit(main())
