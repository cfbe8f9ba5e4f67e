"""Random nests of modifiers, redeclarations and constraining clauses: modifier_combinations.py MICA [SEED [CASES]].

The values that must come out are found by an evaluator of its own, written from specification 7.2 and 7.3.2. It knows no trees to merge:
what is said of an element is a list of operations, from the declaration outwards, which are carried out one after the other.

  - An element modification goes over what is there, and over the modifiers of the constraining type.
  - A redeclaration takes the modifiers of the constraining type as they stand, puts those of its own constraining clause over them, which
    from then on belong to the constraining type, and its own modifiers over all.
  - The modifiers of the constraining type are at first those of the constraining clause; without one, those of the declaration.
  - A redeclaration among them is a default: it does nothing where the new type has redeclared the element for good, and leaves nothing
    behind where the element is redeclared over it.
"""
import csv
import itertools
import os
import random
import subprocess
import sys
import tempfile


class Generator:
    def __init__(self, random_source):
        self.random = random_source
        self.numbers = itertools.count(1)

    # A value: its text, and its number or the numbers of the elements of an array. Some are parameters of the class that the modifier is written in.
    def value(self, scope, is_array=False):
        if is_array:
            numbers = [next(self.numbers), next(self.numbers)]
            return "", "{%d, %d}" % tuple(numbers), numbers
        number = next(self.numbers)
        text = str(number)
        if scope is not None and self.random.random() < 0.5:
            text = f"k{number}"
            scope.append(f"parameter Real {text} = {number};")
        return "", text, number

    def leaves(self, names, scope, is_array=False, chance=0.5):
        return {name: self.value(scope, is_array) for name in names if self.random.random() < chance}

    # What is said of the component n of an L.
    def operation_on_n(self, scope, is_array):
        kind = self.random.choice(["modify", "modify", "redeclare", "redeclare replaceable"])
        operation = {"kind": kind.split()[0], "modifiers": self.leaves("uv", scope, is_array), "constraint": None}
        if operation["kind"] == "redeclare":
            operation["type"] = self.random.choice(["N", "N1", "N2"])
            operation["replaceable"] = "replaceable" in kind
            if operation["replaceable"] and self.random.random() < 0.3:
                operation["constraint"] = self.leaves("uv", scope, is_array)
        return operation

    def modifiers_of_l(self, scope, is_array=False):
        modifiers = self.leaves("pq", scope, is_array)
        if self.random.random() < 0.6:
            modifiers["n"] = self.operation_on_n(scope, is_array)
        return modifiers

    # What is said of the replaceable component or class e of type L.
    def operation_on_e(self, scope, is_array, of_class):
        kind = self.random.choice(["modify", "redeclare", "redeclare"])
        is_array = is_array and not of_class
        operation = {"kind": kind, "modifiers": self.modifiers_of_l(scope, is_array), "constraint": None}
        if kind == "redeclare":
            operation["type"] = self.random.choice(["L", "L1", "L2", "L3"])
            operation["replaceable"] = True
            if self.random.random() < 0.3:
                operation["constraint"] = self.modifiers_of_l(scope, is_array)
        return operation


# Text.


def modification(modifiers):
    parts = []
    for name, said in modifiers.items():
        if name == "n":
            parts.append(operation_text("n", said, "N"))
        else:
            parts.append(f"{said[0]}{name} = {said[1]}")
    return f"({', '.join(parts)})" if parts else ""


def operation_text(name, operation, constraining):
    if operation["kind"] == "modify":
        return name + (modification(operation["modifiers"]) or "()")
    is_class = name[0].isupper()
    prefix = "redeclare " + ("replaceable " if operation["replaceable"] else "")
    text = f"{prefix}model {name} = {operation['type']}" if is_class else f"{prefix}{operation['type']} {name}"
    text += modification(operation["modifiers"])
    if operation["constraint"] is not None:
        text += f" constrainedby {constraining}{modification(operation['constraint'])}"
    return text


# The evaluator.

DEFAULTS = {"N": {"u": -1, "v": -2}, "N1": {"u": -3, "v": -2}, "N2": {"u": -1, "v": -4}}
TYPES = """
  model N parameter Real u = -1, v = -2; end N;
  model N1 extends N(u = -3); end N1;
  model N2 extends N(v = -4); end N2;
"""
OUTER = {
    "L": ({"p": -10, "q": -11}, []),
    "L1": ({"p": -12, "q": -11}, [{"kind": "modify", "modifiers": {"u": ("", "-13", -13)}, "constraint": None}]),
    "L2": ({"p": -10, "q": -11}, [{"kind": "redeclare", "type": "N1", "replaceable": False, "modifiers": {"v": ("", "-14", -14)}, "constraint": None}]),
    "L3": ({"p": -10, "q": -15}, [{"kind": "redeclare", "type": "N2", "replaceable": True, "modifiers": {"v": ("", "-16", -16)}, "constraint": None}]),
}
TYPES += """
  model L parameter Real p = -10, q = -11; replaceable N n(u = -17) constrainedby N(v = -18); end L;
  model L1 extends L(p = -12, n(u = -13)); end L1;
  model L2 extends L(redeclare N1 n(v = -14)); end L2;
  model L3 extends L(q = -15, redeclare replaceable N2 n(v = -16)); end L3;
"""


def carry_out(declared, operations):
    """The type, and what modifies it from the inside outwards: pairs of modifiers and whether they are a default."""
    kind, modifiers, constraint = declared
    layers = [(constraint or {}, False), (modifiers, False)]
    of_constraint = [(constraint if constraint is not None else modifiers, False)]
    is_chosen = False  # for good, and not by a default
    for operation, is_default in operations:
        if operation["kind"] == "modify":
            layers.append((operation["modifiers"], is_default))
            of_constraint.append((operation["modifiers"], False))
            continue
        if is_default and is_chosen:
            continue
        if not is_default:
            of_constraint = [each for each in of_constraint if not each[1]]  # what a default redeclared is as if it had not been
        if operation["constraint"] is not None:
            of_constraint.append((operation["constraint"], is_default))
        kind, is_chosen = operation["type"], not operation["replaceable"] and not is_default
        layers = [(each, True) for each, _ in of_constraint] + [(operation["modifiers"], is_default)]
    return kind, layers


def leaf(name, default, layers, element):
    for modifiers, _ in layers:
        if name in modifiers:
            number = modifiers[name][2]
            default = number[element] if isinstance(number, list) else number
    return default


def values_of_l(declared, operations, further, element):
    kind, layers = carry_out(declared, operations)
    layers = layers + [(each, False) for each in further]
    numbers, own = OUTER[kind]
    values = {name: leaf(name, numbers[name], layers, element) for name in "pq"}
    on_n = [(operation, False) for operation in own] + [(m["n"], is_default) for m, is_default in layers if "n" in m]
    n_kind, n_layers = carry_out(("N", {"u": ("", "", -17)}, {"v": ("", "", -18)}), on_n)
    for name in "uv":
        values[f"n.{name}"] = leaf(name, DEFAULTS[n_kind][name], n_layers, element)
    return values


# One case: classes M0, M1, …, each inheriting from the one before or containing it, and saying something about e.


def case(number, make):
    rnd = make.random
    of_class = rnd.random() < 0.4
    scope = []
    declared = ("L", make.modifiers_of_l(scope), make.modifiers_of_l(scope) if rnd.random() < 0.5 else None)
    clause = f" constrainedby L{modification(declared[2])}" if declared[2] is not None else ""
    further = []
    if of_class:
        further.append(make.modifiers_of_l(scope))
        body = f"replaceable model E = L{modification(declared[1])}{clause}; E e{modification(further[0])};"
    else:
        body = f"replaceable L e{modification(declared[1])}{clause};"
    text = [f"  model M0 {' '.join(scope)} {body} end M0;"]
    operations, path, name = [], [], "E" if of_class else "e"
    levels = rnd.randint(1, 4)
    for level in range(1, levels + 1):
        scope = []
        contains = rnd.random() < 0.5
        is_array = contains and level == levels and rnd.random() < 0.5
        operation = make.operation_on_e(scope, is_array, of_class)
        is_array = is_array and not (of_class and operation["kind"] == "modify")  # whether that is spread is left open
        operations.append((operation, False))
        said = operation_text(name, operation, "L")
        for outer in reversed(path):
            said = f"{outer}({said})"
        base = f"M{level - 1}"
        if contains:
            body = f"{base} m{level}{'[2]' if is_array else ''}({said});"
            path.insert(0, f"m{level}")
        elif operation["kind"] == "redeclare" and not path and rnd.random() < 0.4:
            body = f"extends {base}; {said};"
        else:
            body = f"extends {base}({said});"
        text.append(f"  model M{level} {' '.join(scope)} {body} end M{level};")
    expected = {}
    for element in range(2 if is_array else 1):
        where = [p + (f"[{element + 1}]" if is_array and i == 0 else "") for i, p in enumerate(path)]
        for each, value in values_of_l(declared, operations, further, element).items():
            expected[".".join([f"c{number}", *where, "e", each])] = value
    return f"  package P{number}\n" + "\n".join("  " + line for line in text) + f"\n  end P{number};\n", f"P{number}.M{levels}", expected


def main():
    mica, seed, cases = sys.argv[1], int((sys.argv[2:3] or [1])[0]), int((sys.argv[3:4] or [300])[0])
    make = Generator(random.Random(seed))
    text, tops, expected, texts = "package Combinations\n" + TYPES, [], {}, {}
    for number in range(cases):
        classes, top, values = case(number, make)
        text += classes
        tops.append(f"    {top} c{number};\n")
        texts[number] = classes
        expected |= values
    text += "  model All\n" + "".join(tops) + "  end All;\nend Combinations;\n"
    with tempfile.TemporaryDirectory() as scratch:
        source, result = os.path.join(scratch, "Combinations.mo"), os.path.join(scratch, "all.csv")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        environment = {key: value for key, value in os.environ.items() if key != "MODELICAPATH"}
        call = [mica, "simulate", source, "--class", "Combinations.All", "--quiet", "--fresh", "--parameters", "--intervals", "1", "-o", result]
        process = subprocess.run(call, capture_output=True, text=True, env=environment, timeout=120)
        if process.returncode:  # redeclaring twice is a warning
            print(process.stderr[:4000])
            if keep := os.environ.get("KEEP"):
                open(keep, "w", encoding="utf-8").write(text)
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
