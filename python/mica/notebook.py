"""Jupyter: `%load_ext mica`, then cells that start with `%%modelica` define models.

A cell's classes stay for later cells; its last model is put into the notebook under its name, and shown. Mistakes are
shown under the cell, with their lines, as Mica reports them.
"""

from __future__ import annotations

import html
import re
from typing import Any

from mica.errors import Error
from mica.model import Model

# What cells have defined: for each the names of its classes and its text.
_cells: list[tuple[frozenset[str], str]] = []

_CLASS = re.compile(r"^\s*(?:partial\s+)?(?:model|block|package|function|connector|record|type|operator|class)\s+(\w+)",
                    re.MULTILINE)


class Failure:
    """A cell that defines no model: what is wrong with it."""

    def __init__(self, error: Error) -> None:
        self.error = error

    def __repr__(self) -> str:
        return str(self.error)

    def _repr_html_(self) -> str:
        return f'<pre style="color: #b00020">{html.escape(str(self.error))}</pre>'


def _top_names(text: str) -> frozenset[str]:
    """The classes that a text defines at its top level."""
    names, inside = [], ""
    for line in text.splitlines():
        found = _CLASS.match(line)
        if not inside and found:
            names.append(found.group(1))
            inside = found.group(1) if not re.search(rf"\bend\s+{found.group(1)}\s*;", line) and "=" not in line else ""
        elif inside and re.match(rf"\s*end\s+{inside}\s*;", line):
            inside = ""
    return frozenset(names)


def define(text: str) -> Model | Failure:
    """The model that a cell defines, with the classes of earlier cells at hand."""
    names = _top_names(text)
    earlier = [cell for cell in _cells if not cell[0] & names]
    texts = [(f"cell {k + 1}", cell[1]) for k, cell in enumerate(earlier)] + [("cell", text)]
    try:
        model = Model(texts=texts)
        model.check()
    except Error as error:
        return Failure(error)
    _cells[:] = [*earlier, (names, text)]
    return model


def load(shell: Any) -> None:
    """Adds the magics to an IPython shell."""

    def modelica(line: str, cell: str) -> Any:
        made = define(cell)
        if isinstance(made, Model):
            shell.user_ns[line.strip() or made.name.rpartition(".")[2]] = made
        return made

    shell.register_magic_function(modelica, "cell", "modelica")
