"""The thresholds of src/run, src/structure and src/runtime: where they stand, and a copy of the sources in which each is read from the environment.

A threshold is a real constant with a name: `constexpr double kName = VALUE` in C++, `#define NAME VALUE` in the C runtime, with a comment that says what it is relative to and why.
tests/architecture/thresholds_check.py keeps other small numbers out; sensitivity.py varies each."""
import collections
import os
import re

FOLDERS = ("src/run", "src/structure", "src/runtime")
NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
# What a value may be: numbers, limits of double, names of other thresholds, and operations on them.
VALUE = r"[-+*/()\s\w.:<>]*?"
CONSTANT = re.compile(r"(?P<head>(?P<static>static )?(?:inline )?constexpr double )(?P<names>k\w+ =\s*%s(?:,\s*k\w+ =\s*%s)*);" % (VALUE, VALUE))
EACH = re.compile(r"(k\w+) =\s*(%s)(?=,\s*k\w+ =|$)" % VALUE, re.S)
MACRO = re.compile(r"^#define ([A-Z][A-Z_0-9]*) (\(?[-+*/ .\w]*\d[-+*/ .\w]*\)?)$", re.M)
# Not decisions: sizes of memory, versions, kinds, counts of work, and what stands for 'never'.
COUNTS = re.compile(r"VERSION|NONE|FIXED|MOST_|_STEPS$|_ITERATIONS|SEARCH|FAILURES|PIVOTS|TRIALS|SIGNS|LISTED|LIMIT$|DENSE|_FULL|PASSES|TEXT|SOURCE|BLOCK|STAGES|DISTRIBUTION_STEP|"
                    r"kNever|kAnywhere|kPi$|kInfinity|kUnit$|kLargest$|kLargestInteger|kMostPoints|kMostCells|kMostWork")
# Coefficients of methods.
TABLES = ("tableaux.c", "rosenbrock.c")
REAL_STEPS = ("MICA_NEWTON_SLOPE_STEPS", "MICA_NEWTON_SIMPLIFIED_STEPS", "SLOPE_MANY_STEPS")

Threshold = collections.namedtuple("Threshold", "key value file line")


def sources(root):
    for folder in FOLDERS:
        for path, folders, files in os.walk(os.path.join(root, folder)):
            folders[:] = sorted(name for name in folders if name != "test")
            for name in sorted(files):
                if name.endswith((".cpp", ".h", ".c")) and name not in TABLES:
                    yield os.path.join(path, name)


def is_decision(name):
    return name in REAL_STEPS or not COUNTS.search(name)


def key_of(path, name):
    return name if name.startswith("MICA_") else f"{os.path.basename(path).split('.')[0]}.{name}"


def find(root):
    """Every threshold, in the order of the files."""
    found = []
    for path in sources(root):
        text = open(path).read()
        line = lambda at: text.count("\n", 0, at) + 1
        file = os.path.relpath(path, root)
        for match in CONSTANT.finditer(text):
            for name, value in EACH.findall(match["names"]):
                if is_decision(name):
                    found.append(Threshold(key_of(path, name), " ".join(value.split()), file, line(match.start())))
        for match in MACRO.finditer(text):
            if is_decision(match[1]):
                found.append(Threshold(key_of(path, match[1]), match[2], file, line(match.start())))
    return [each for each in found if not re.fullmatch(r"[A-Z]\w+", each.value)]  # another one under a second name


READER = """#pragma once
#ifdef __cplusplus
extern "C"
#endif
double mica_varied(const char* name, double value);
"""
VARIED = r"""// Of a build whose thresholds are read from the environment (bench/sensitivity.py).
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <mutex>
#include <set>
#include <string>

#include "base/varied.h"

namespace {
struct Notes {
  ~Notes() {
    if (const char* path = std::getenv("MICA_VARY_NOTE")) {
      std::ofstream file(path);
      for (const std::string& name : names) file << name << '\n';
    }
  }
  std::mutex mutex;
  std::set<std::string> names;
};
}  // namespace

// MICA_VARY=NAME=FACTOR multiplies one threshold. MICA_VARY_NOTE: a file that gets the names of those that were read.
extern "C" double mica_varied(const char* name, double value) {
  static Notes notes;
  static const char* given = std::getenv("MICA_VARY");
  std::lock_guard lock(notes.mutex);
  notes.names.insert(name);
  std::size_t length = std::strlen(name);
  bool is_meant = given && std::strncmp(given, name, length) == 0 && given[length] == '=';
  return is_meant ? value * std::atof(given + length + 1) : value;
}
"""


def varied_text(path, text):
    changed = False

    def constant(match):
        nonlocal changed
        names = EACH.findall(match["names"])
        if not any(is_decision(name) for name, _ in names):
            return match[0]
        changed = True
        start = text.rfind("\n", 0, match.start()) + 1
        is_inside = text[start:match.start()].isspace()
        head = "static inline const double " if match["static"] else "static const double " if is_inside or path.endswith(".cpp") else "inline const double "

        def value_of(name, value):
            if re.fullmatch(r"[A-Z]\w+", value):
                return f"[] {{ return {value}; }}()"  # a macro, which is a statement here
            return f'mica_varied("{key_of(path, name)}", {value})' if is_decision(name) else value
        parts = [f"{name} = {value_of(name, value)}" for name, value in names]
        return head + ", ".join(parts) + ";"

    def macro(match):
        nonlocal changed
        if not is_decision(match[1]):
            return match[0]
        changed = True
        return f'#define {match[1]} (__extension__({{ static double read_; static int known_; if (!known_) {{ read_ = mica_varied("{key_of(path, match[1])}", {match[2]}); known_ = 1; }} read_; }}))'

    text_new = MACRO.sub(macro, CONSTANT.sub(constant, text))
    if not changed:
        return text
    return '#include "base/varied.h"\n' + text_new if not text_new.startswith("//") and not path.endswith(".h") else insert_include(text_new)


def insert_include(text):
    at = re.search(r"^#(include|pragma once|define MICA_\w+_H$).*\n", text, re.M)
    return text[:at.end()] + '#include "base/varied.h"\n' + text[at.end():]


def write_varied(root, target):
    """A copy of the sources at `target`, in which every threshold asks mica_varied(). Files that are as they should be keep their time, so that a build after a change is short."""
    def put(path, text):
        if not os.path.exists(path) or open(path, errors="surrogateescape").read() != text:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", errors="surrogateescape") as file:
                file.write(text)
    varied = set(sources(root))
    for name in ("src", "cmake", "library", "CMakeLists.txt", "CMakePresets.json"):
        for path in [os.path.join(root, name)] if os.path.isfile(os.path.join(root, name)) else [os.path.join(p, f) for p, _, files in os.walk(os.path.join(root, name)) for f in files]:
            to = os.path.join(target, os.path.relpath(path, root))
            try:
                text = open(path, errors="surrogateescape").read()
            except OSError:
                continue
            put(to, varied_text(path, text) if path in varied and "/fmu/" not in path else text)
    put(os.path.join(target, "src/base/varied.h"), READER)
    put(os.path.join(target, "src/base/varied.cpp"), VARIED)
    return target
