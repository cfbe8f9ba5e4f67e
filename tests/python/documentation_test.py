"""The examples in docstrings and in docs/python.md are true."""

import doctest
import importlib
import pathlib
import pkgutil
import sys

import mica

failures = examples = 0
for found in pkgutil.iter_modules(mica.__path__):
    if found.name == "_engine":
        continue
    outcome = doctest.testmod(importlib.import_module("mica." + found.name))
    failures, examples = failures + outcome.failed, examples + outcome.attempted
outcome = doctest.testmod(mica)
failures, examples = failures + outcome.failed, examples + outcome.attempted
page = pathlib.Path(sys.argv[1], "docs/python.md")
outcome = doctest.testfile(str(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
failures, examples = failures + outcome.failed, examples + outcome.attempted
stubs = pathlib.Path(mica.__path__[0], "_engine.pyi").read_text()
print(f"{examples} examples, {failures} wrong")
sys.exit(0 if failures == 0 and examples > 20 and "class Model" in stubs else 1)
