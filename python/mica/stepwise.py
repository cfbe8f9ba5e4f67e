"""Models as functions, and runs that are driven by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from mica import _engine


def _vector(values: Any) -> np.ndarray:
    return np.ascontiguousarray(values, dtype=float)


class Function:
    """der(x) = f(t, x, u) of a model, for the solvers of others.

    Relations and discrete variables are those of the last event: between events the function is smooth. `events` gives
    the functions whose changes of sign are events; `settle` lets an event happen.

    >>> import mica
    >>> from scipy.integrate import solve_ivp
    >>> f = mica.model("model M Real x(start = 1, fixed = true); equation der(x) = -2*x; end M;").function()
    >>> bool(abs(solve_ivp(f, (0, 1), f.x0, rtol=1e-9, atol=1e-12).y[0, -1] - 0.1353352832) < 1e-8)
    True
    """

    def __init__(self, function: _engine.Function) -> None:
        self._function = function
        self.states: list[str] = function.state_names
        self.inputs: list[str] = function.input_names
        self.outputs: list[str] = function.output_names

    @property
    def t0(self) -> float:
        """The start time."""
        return self._function.t0

    @property
    def x0(self) -> np.ndarray:
        """The states at the start, in the order of `states`."""
        return self._function.x0

    @property
    def u0(self) -> np.ndarray:
        """The inputs at the start, in the order of `inputs`; they hold where none are given."""
        return self._function.u0

    @property
    def event_count(self) -> int:
        """How many functions `events` gives."""
        return self._function.event_count

    def __call__(self, t: float, x: Any, u: Any = None) -> np.ndarray:
        """The derivatives of the states."""
        return self._function.derivatives(t, _vector(x), None if u is None else _vector(u))

    def y(self, t: float, x: Any, u: Any = None) -> np.ndarray:
        """The outputs, in the order of `outputs`."""
        return self._function.outputs(t, _vector(x), None if u is None else _vector(u))

    def events(self, t: float, x: Any, u: Any = None) -> np.ndarray:
        """The functions whose changes of sign are events."""
        return self._function.events(t, _vector(x), None if u is None else _vector(u))

    def jacobian(self, t: float, x: Any, u: Any = None) -> np.ndarray:
        """df/dx, as `jac=` of SciPy's solvers takes it."""
        n = len(self.states)
        return self._jacobians(t, x, u)[:n, :n]

    def jacobians(self, t: float, x: Any, u: Any = None) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """A = df/dx, B = df/du, C = dy/dx, D = dy/du."""
        n = len(self.states)
        all_ = self._jacobians(t, x, u)
        return all_[:n, :n], all_[:n, n:], all_[n:, :n], all_[n:, n:]

    def _jacobians(self, t: float, x: Any, u: Any) -> np.ndarray:
        return np.asarray(self._function.jacobian(t, _vector(x), None if u is None else _vector(u)))

    def settle(self, t: float, x: Any, u: Any = None) -> np.ndarray:
        """Events that are due at this point happen; gives the states after them, which reinit() may have changed."""
        return self._function.settle(t, _vector(x), None if u is None else _vector(u))


class Simulator:
    """A run that is driven by hand: advance, look, change, go back.

    >>> import mica
    >>> m = mica.model('''model M input Real u(start = 0); Real x(start = 1, fixed = true);
    ...   equation der(x) = u - x; end M;''')
    >>> s = m.start(stop_time=10)
    >>> s.advance(1); saved = s.save(); round(s["x"], 4)
    0.3679
    >>> s["u"] = 1.0; s.advance(2); high = s["x"]
    >>> s.restore(saved); s.advance(2); round(s["x"], 4), s["x"] < high
    (0.1353, True)
    """

    def __init__(self, simulator: _engine.Simulator) -> None:
        self._simulator = simulator

    @property
    def time(self) -> float:
        """The present time."""
        return self._simulator.time

    @property
    def stop_time(self) -> float:
        """How far the run may go."""
        return self._simulator.stop_time

    @property
    def terminated(self) -> bool:
        """Whether the model ended the run; it does not advance any more."""
        return self._simulator.terminated

    def advance(self, time: float) -> None:
        """On to `time`; all variables belong to it then."""
        self._simulator.advance(time)

    def step(self, length: float) -> None:
        """On by so many seconds."""
        self._simulator.advance(self._simulator.time + length)

    def __getitem__(self, name: str) -> float:
        return self._simulator.get(name)

    def get(self, names: Iterable[str]) -> np.ndarray:
        """The values of several variables."""
        return self._simulator.get_many(list(names))

    def __setitem__(self, name: str, value: float) -> None:
        self._simulator.set([(name, float(value))])

    def set(self, values: Mapping[str, float]) -> None:
        """Changes inputs and states at the present time, all at once. Conditions that become true fire."""
        self._simulator.set([(name, float(value)) for name, value in values.items()])

    def save(self) -> _engine.SavedState:
        """The present point, to go back to with `restore`, as often as needed."""
        return self._simulator.save()

    def restore(self, state: _engine.SavedState) -> None:
        """Back to a point of this run."""
        self._simulator.restore(state)
