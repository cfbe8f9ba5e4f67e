"""Values for whole records among modifiers of their fields: record_values.py MICA [SEED [CASES]].

What must come out is found by an evaluator of its own, written from specification 7.2 and 7.3.2: what is said of a record is carried out from
the declaration outwards. A value for a whole record, or for a record in it, gives all fields below it; a modifier of a field gives that one. A
redeclaration keeps what was said before and puts its own over it; what the new class says of its fields lies below both.
"""
import csv
import itertools
import os
import random
import subprocess
import sys
import tempfile

FIELDS = ("x", "s.u", "s.v", "s.t.w", "y")
RECORDS = ("s", "s.t")
CLASSES = {"R": {}, "R1": {"x": -1, "s.u": -2}, "R2": {"s.t.w": -3, "y": -4}, "R3": {"s.u": -5, "s.v": -6, "s.t.w": -7}}
DEFAULTS = {"x": -11, "s.u": -12, "s.v": -13, "s.t.w": -14, "y": -15}
TYPE_OF = {"": "R", "s": "S", "s.t": "T"}
TYPES = """
  record T parameter Real w = -14; end T;
  record S parameter Real u = -12, v = -13; parameter T t; end S;
  record R parameter Real x = -11; parameter S s; parameter Real y = -15; end R;
  record R1 extends R(x = -1, s(u = -2)); end R1;
  record R2 extends R(s(t(w = -3)), y = -4); end R2;
  record R3 extends R(s(u = -5, v = -6, t(w = -7))); end R3;
"""


class Case:
    def __init__(self, rnd, numbers):
        self.random, self.numbers = rnd, numbers

    def number(self):
        return next(self.numbers)

    def whole(self, record, scope):
        """The text of a value for a whole record, declared in the scope, and its fields."""
        fields = {each: self.number() for each in FIELDS if each.startswith(record)}
        name = f"p{self.number()}"
        inside = {each[len(record) + 1:] if record else each: value for each, value in fields.items()}
        scope.append(f"parameter {TYPE_OF[record]} {name}{nest(inside)};")
        return name, fields

    def said(self, scope, may_be_whole):
        """The text after the record's name, and what it says: (fields given, in order)."""
        values, texts = {}, {}
        if self.random.random() < 0.35:
            record = self.random.choice(RECORDS)
            texts[record], values = self.whole(record, scope)
            for each in FIELDS:
                if not each.startswith(record) and self.random.random() < 0.4:
                    texts[each] = values[each] = self.number()
        elif not may_be_whole or self.random.random() < 0.6:
            for each in FIELDS:
                if self.random.random() < 0.5:
                    texts[each] = values[each] = self.number()
        else:
            name, values = self.whole("", scope)
            return f" = {name}", values
        return nest(texts), values

    def make(self, number):
        rnd, scope, path = self.random, [], []
        values = dict(DEFAULTS)
        said, explicit = self.said(scope, True)
        kind = "R"
        text = [f"  model M0 {' '.join(scope)} replaceable parameter R r{said}; end M0;"]
        levels = rnd.randint(1, 4)
        redeclared_at = rnd.choice([0, rnd.randint(1, levels)])
        for level in range(1, levels + 1):
            scope = []
            said, given = self.said(scope, True)
            explicit |= given
            operation = f"r{said}"
            if level == redeclared_at:
                kind = rnd.choice(list(CLASSES))
                operation = f"redeclare parameter {kind} r{said}"
            for outer in reversed(path):
                operation = f"{outer}({operation})"
            base = f"M{level - 1}"
            if rnd.random() < 0.5:
                body = f"{base} m{level}({operation});" if said or level == redeclared_at else f"{base} m{level};"
                path.insert(0, f"m{level}")
            else:
                body = f"extends {base}({operation});" if said or level == redeclared_at else f"extends {base};"
            text.append(f"  model M{level} {' '.join(scope)} {body} end M{level};")
        values |= CLASSES[kind]
        values |= explicit
        expected = {".".join([f"c{number}", *path, "r", each]): value for each, value in values.items()}
        return f"  package P{number}\n" + "\n".join("  " + line for line in text) + f"\n  end P{number};\n", f"P{number}.M{levels}", expected


def nest(texts):
    """(x = 1, s(u = 2)) of {"x": 1, "s.u": 2}."""
    direct = [f"{name} = {value}" for name, value in texts.items() if "." not in name]
    for first in dict.fromkeys(name.split(".")[0] for name in texts if "." in name):
        direct.append(first + nest({name[len(first) + 1:]: value for name, value in texts.items() if name.startswith(first + ".")}))
    return f"({', '.join(direct)})" if direct else ""


def main():
    mica, seed, cases = sys.argv[1], int((sys.argv[2:3] or [1])[0]), int((sys.argv[3:4] or [200])[0])
    make = Case(random.Random(seed), itertools.count(1))
    text, tops, expected, texts = "package Combinations\n" + TYPES, "", {}, {}
    for number in range(cases):
        classes, top, values = make.make(number)
        text += classes
        tops += f"    {top} c{number};\n"
        texts[number] = classes
        expected |= values
    text += "  model All\n" + tops + "  end All;\nend Combinations;\n"
    with tempfile.TemporaryDirectory() as scratch:
        source, result = os.path.join(scratch, "Combinations.mo"), os.path.join(scratch, "all.csv")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        environment = {key: value for key, value in os.environ.items() if key != "MODELICAPATH"}
        call = [mica, "simulate", source, "--class", "Combinations.All", "--quiet", "--fresh", "--parameters", "--intervals", "1", "-o", result]
        process = subprocess.run(call, capture_output=True, text=True, env=environment, timeout=300)
        if process.returncode:
            print(process.stderr[:4000])
            return 1
        with open(result, newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
    found = dict(zip(rows[0], rows[1]))
    wrong = {name: value for name, value in expected.items() if name not in found or float(found[name]) != value}
    for name, value in list(wrong.items())[:8]:
        print(f"{name} is {found.get(name, 'not there')}, expected {value}\n{texts[int(name[1:name.index('.')])]}")
    print(f"seed {seed}: {len(expected)} values of {cases} models, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
