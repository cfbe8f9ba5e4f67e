"""Modelica.Utilities.Strings against Python's own strings."""
from case import Case

M = "Modelica.Utilities.Strings."
WORDS = ("alpha", "Beta", "gamma", "", "a", "abcabc", "x y z", "ZZZ", "zeta")


def words(count):
    return lambda g: [str(g.choice(WORDS)) for _ in range(count)]


def sign(a, b):
    return 1 if a < b else 3 if a > b else 2  # Types.Compare: Less, Equal, Greater


CASES = [
    Case(M + "length", M + "length({0})", words(1), len),
    Case(M + "substring", M + "length(" + M + "substring({0}, 2, 3))", lambda g: [str(g.choice(["alpha", "gamma", "abcabc"]))], lambda s: len(s[1:3])),
    Case(M + "repeat", M + "length(" + M + "repeat({1}, {0}))", lambda g: [str(g.choice(WORDS)), int(g.integers(0, 9))], lambda s, n: len(s) * n),
    Case(M + "compare", "Integer(" + M + "compare({0}, {1}))", words(2), sign),
    Case(M + "compare without case", "Integer(" + M + "compare({0}, {1}, false))", words(2), lambda a, b: sign(a.lower(), b.lower())),
    Case(M + "isEqual", "if " + M + "isEqual({0}, {1}, false) then 1 else 0", lambda g: [str(g.choice(["a", "A"])), str(g.choice(["a", "b"]))], lambda a, b: a.lower() == b.lower()),
    Case(M + "isEmpty", "if " + M + "isEmpty({0}) then 1 else 0", words(1), lambda s: not s.strip()),
    Case(M + "count", M + "count({0}, {1})", lambda g: ["abcabcab" + str(g.choice(WORDS)), str(g.choice(["ab", "a", "zz"]))], lambda s, t: s.count(t)),
    Case(M + "find", M + "find({0}, {1})", lambda g: ["xx" + str(g.choice(WORDS)) + "abc", str(g.choice(["ab", "a", "zz"]))], lambda s, t: s.find(t) + 1),
    Case(M + "findLast", M + "findLast({0}, {1})", lambda g: ["xxabc" + str(g.choice(WORDS)), str(g.choice(["ab", "a", "zz"]))], lambda s, t: s.rfind(t) + 1),
    Case(M + "replace", M + "length(" + M + "replace({0}, {1}, {2}))", lambda g: ["abcabcab" + str(g.choice(WORDS)), "ab", str(g.choice(["", "xyz", "q"]))],
         lambda s, t, r: len(s.replace(t, r))),
    Case(M + "sort", "Integer(" + M + "compare(first({0}), {1}))", lambda g: (lambda w: [w, min(w)])([str(x) for x in g.choice(["d", "bb", "ca", "az", "b"], 4)]), lambda w, least: 2,
         declarations=f"  function first input String s[:]; output String r; protected String t[size(s, 1)]; algorithm t := {M}sort(s); r := t[1]; end first;"),
    Case(M + "scanReal", M + "scanReal({0})", lambda g: [repr(float(g.normal()))], float, 1e-14),
    Case(M + "scanInteger", M + "scanInteger({0})", lambda g: [str(int(g.integers(-999, 999)))], int),
    Case("String of a Real", M + "scanReal(String({0}, significantDigits = 12))", lambda g: [float(g.normal())], lambda x: float(f"{x:.12g}"), 1e-11),
]
