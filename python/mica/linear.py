"""Linear systems about a point of a model."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

import numpy as np

from mica import _engine

if TYPE_CHECKING:
    import control


class LinearSystem:
    """der(x) = A x + B u, y = C x + D u, about the point that a run reaches.

    >>> import mica
    >>> m = mica.model('''model M input Real u(start = 0); output Real y; Real v;
    ...   equation der(y) = v; der(v) = u - 0.2*v - 4*y; end M;''')
    >>> s = m.linearize()
    >>> s.inputs, s.outputs, bool(np.allclose(sorted(s.poles().imag), [-1.9975, 1.9975], atol=1e-4))
    (['u'], ['y'], True)
    """

    def __init__(self, system: _engine.LinearSystem) -> None:
        self._system = system
        self.A: np.ndarray = np.asarray(system.A)
        self.B: np.ndarray = np.asarray(system.B)
        self.C: np.ndarray = np.asarray(system.C)
        self.D: np.ndarray = np.asarray(system.D)

    def __getattr__(self, name: str) -> Any:
        if name in ("model", "time", "states", "inputs", "outputs", "state_units", "input_units", "output_units",
                    "state_values", "input_values", "output_values"):
            return getattr(self._system, name)
        raise AttributeError(name)

    def __str__(self) -> str:
        return str(self._system)

    def __repr__(self) -> str:
        return (f"<LinearSystem of {self.model} at {self.time:g}: {len(self.states)} states, "
                f"{len(self.inputs)} inputs, {len(self.outputs)} outputs>")

    def poles(self) -> np.ndarray:
        """The eigenvalues of A."""
        return np.array(self._system.eigenvalues())

    eigenvalues = property(poles)

    def zeros(self) -> np.ndarray:
        """The invariant zeros."""
        return np.array(self._system.zeros())

    @property
    def modes(self) -> list[_engine.Mode]:
        """Eigenvalues with damping, frequency (Hz) and participation of the states."""
        return self._system.modes()

    def transfer(self, input: str | int = 0, output: str | int = 0) -> _engine.TransferFunction:
        """Zeros, poles, gain and coefficients between one input and one output, poles and zeros that cancel left out."""
        i = self.inputs.index(input) if isinstance(input, str) else input
        k = self.outputs.index(output) if isinstance(output, str) else output
        return self._system.transfer(i, k)

    def response(self, s: complex) -> np.ndarray:
        """C (s I - A)^-1 B + D."""
        return np.asarray(self._system.response(complex(s)))

    def to_control(self) -> control.StateSpace:
        """A `control.StateSpace` with the names of the model."""
        import control

        def names(kind: str) -> list[str] | None:
            # python-control splits names at dots when it connects systems
            return [name.replace(".", "_") for name in getattr(self, kind)] or None

        return control.StateSpace(self.A, self.B, self.C, self.D, states=names("states"), inputs=names("inputs"),
                                  outputs=names("outputs"), remove_useless_states=False)

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"
