"""Mica: Modelica models as Python objects.

>>> import mica
>>> m = mica.load("Mica.Examples.Rectifier")
>>> r = m.simulate(stop_time=0.1, intervals=500)
>>> len(r["time"])
501
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from mica._engine import Diagnostic, Equation, SavedState, Variable
from mica._engine import version as __version__
from mica.errors import CallError, Error, InternalError, MicaWarning, ModelError, SimulationError
from mica.linear import LinearSystem
from mica.model import Flat, Model, Variables
from mica.result import Result, read
from mica.stepwise import Function, Simulator
from mica.studies import Optimum, Sweep

__all__ = [
    "CallError", "Diagnostic", "Equation", "Error", "Flat", "Function", "InternalError", "LinearSystem", "MicaWarning",
    "Model", "ModelError", "Optimum", "Result", "SavedState", "SimulationError", "Simulator", "Sweep", "Variable",
    "Variables", "__version__", "load", "load_ipython_extension", "model", "read",
]


def load(model: str | os.PathLike[str], *files: str | os.PathLike[str], class_: str = "",
         libraries: Sequence[str | os.PathLike[str]] = (), strict: bool = False) -> Model:
    """A model by name, or from a file.

    Parameters
    ----------
    model : the full name of a class, or a `.mo` file: its last class, or `class_`
    files : further files, read before it
    libraries : directories with libraries, beside those of MODELICAPATH
    strict : take what other tools accept in breach of the specification as an error
    """
    return Model(os.fspath(model), class_, [os.fspath(each) for each in files], [os.fspath(each) for each in libraries],
                 strict=strict)


def model(text: str, *, class_: str = "", files: Sequence[str | os.PathLike[str]] = (),
          libraries: Sequence[str | os.PathLike[str]] = (), strict: bool = False) -> Model:
    """A model from Modelica text: its last class, or `class_`.

    >>> import mica
    >>> mica.model("model M Real x; equation x = time; end M;")
    <Model M>
    """
    return Model(class_, "", [os.fspath(each) for each in files], [os.fspath(each) for each in libraries],
                 [("text", text)], strict)


def load_ipython_extension(shell: object) -> None:
    """`%load_ext mica`."""
    from mica import notebook

    notebook.load(shell)
