"""Exceptions. All of them are `Error`, which carries what Mica reported.

>>> import mica
>>> try:
...     mica.model("model M Real x; equation y = 1; end M;").check()
... except mica.ModelError as error:
...     print(error.diagnostics[0].code, error.diagnostics[0].line)
E3001 1
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mica._engine import Diagnostic


class Error(Exception):
    """What Mica could not do, and why.

    `diagnostics` holds all that was reported, errors first; each has a code, a message, a file and a line.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic] | str = (), result: Any = None) -> None:
        if isinstance(diagnostics, str):
            super().__init__(diagnostics)
            self.diagnostics: list[Diagnostic] = []
        else:
            order = {"error": 0, "warning": 1, "note": 2}
            self.diagnostics = sorted(diagnostics, key=lambda each: order[each.severity])
            errors = [str(each).rstrip() for each in self.diagnostics if each.severity == "error"]
            super().__init__("\n".join(errors) or "nothing was reported")
        self.result = result


class ModelError(Error):
    """The model, a library or a file of them is wrong."""


class CallError(Error, ValueError):
    """What was asked for makes no sense: an unknown parameter, a wrong time, a method that does not exist."""


class SimulationError(Error):
    """The run failed. `result` is what was computed before, or None."""


class InternalError(Error):
    """A fault of Mica itself; please report it."""


class MicaWarning(UserWarning):
    """A warning of a run, as Python's `warnings` shows it."""
