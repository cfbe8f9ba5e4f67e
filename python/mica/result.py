"""Results of simulations."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mica import _engine

if TYPE_CHECKING:
    import pandas
    import xarray
    from matplotlib.axes import Axes


class Result(Mapping[str, np.ndarray]):
    """The trajectories of a run: a mapping from names to NumPy arrays, all as long as `r["time"]`.

    Arrays lie over the memory of the result: nothing is copied, and they cannot be written to. A parameter, or a
    variable that turned out constant, is an array of one value repeated.

    >>> import mica
    >>> r = mica.model("model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;").simulate(stop_time=1)
    >>> len(r["x"]), round(float(r["x"][-1]), 4)
    (501, 0.3679)
    >>> r["x"].base is r["x"].copy().base
    False
    """

    def __init__(self, result: _engine.Result, model: str = "") -> None:
        self._result = result
        self._model = model

    def __getitem__(self, name: str) -> np.ndarray:
        return self._result.column(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self._result.names)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (name == "time" or self._result.has(name))

    def __repr__(self) -> str:
        end = f", ended by the model at {self._result.end_time:g}" if self._result.terminated else ""
        return f"<Result of {self._model}: {len(self)} variables, {self._result.rows} points{end}>"

    @property
    def names(self) -> list[str]:
        """The names of all variables and parameters."""
        return self._result.names

    @property
    def time(self) -> np.ndarray:
        """The times of the output points."""
        return self._result.column("time")

    @property
    def terminated(self) -> bool:
        """Whether the model ended the run by terminate()."""
        return self._result.terminated

    @property
    def diagnostics(self) -> list[_engine.Diagnostic]:
        """Warnings and notes of translation and run."""
        return self._result.diagnostics

    @property
    def statistics(self) -> dict[str, Any]:
        """Steps, evaluations, events and seconds of the run."""
        return self._result.statistics

    def unit(self, name: str) -> str:
        """The unit of a variable, such as 'rad/s'; '' where it has none."""
        return self._result.unit(name)

    def description(self, name: str) -> str:
        """What the model says of a variable."""
        return self._result.description(name)

    def at(self, name: str, time: float | Sequence[float] | np.ndarray) -> Any:
        """Values of a variable at other times, linear between output points."""
        return np.interp(time, self.time, self[name])

    def _chosen(self, names: Sequence[str] | str | None) -> list[str]:
        if names is None:
            return [name for name in self.names if not self._result.is_constant(name)]
        return [names] if isinstance(names, str) else list(names)

    def to_pandas(self, names: Sequence[str] | None = None) -> pandas.DataFrame:
        """A DataFrame over time; without names, of all variables that change.

        >>> import mica
        >>> r = mica.model("model M Real x; equation x = 2*time; end M;").simulate(stop_time=1, intervals=2)
        >>> list(r.to_pandas()["x"])
        [0.0, 1.0, 2.0]
        """
        import pandas

        index = pandas.Index(self.time, name="time")
        return pandas.DataFrame({name: self[name] for name in self._chosen(names)}, index=index, copy=False)

    def to_xarray(self, names: Sequence[str] | None = None) -> xarray.Dataset:
        """A Dataset with the dimension time, and units and descriptions as attributes; constants are scalars."""
        import xarray

        variables: dict[str, Any] = {}
        for name in self.names if names is None else self._chosen(names):
            attributes = {"units": self.unit(name), "long_name": self.description(name)}
            attributes = {key: value for key, value in attributes.items() if value}
            if self._result.is_constant(name):
                variables[name] = ((), float(self[name][0]), attributes)
            else:
                variables[name] = (("time",), self[name], attributes)
        return xarray.Dataset(variables, coords={"time": ("time", self.time, {"units": "s"})},
                              attrs={"model": self._model})

    def plot(self, *names: str, ax: Axes | None = None, x: str = "time", **options: Any) -> Axes:
        """Curves with matplotlib, in one diagram; further options go to its `plot`.

        Parameters
        ----------
        names : variables to draw
        ax : where to draw; a new figure otherwise
        x : the variable of the abscissa
        """
        import matplotlib.pyplot as plt

        if not names:
            raise ValueError("name the variables to plot")
        if ax is None:
            _, ax = plt.subplots()
        for name in names:
            unit = self.unit(name)
            ax.plot(self[x], self[name], label=f"{name} [{unit}]" if unit else name, **options)
        ax.set_xlabel("time [s]" if x == "time" else x)
        ax.legend()
        ax.grid(True, alpha=0.3)
        return ax

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(name)}</td><td>{self[name][0]:.6g}</td><td>{self[name][-1]:.6g}</td>"
            f"<td>{html.escape(self.unit(name))}</td><td>{html.escape(self.description(name))}</td></tr>"
            for name in self._chosen(None)[:30])
        return (f"<p>{html.escape(repr(self))}</p><table><tr><th>variable</th><th>first</th><th>last</th>"
                f"<th>unit</th><th>description</th></tr>{rows}</table>")

    def _ipython_key_completions_(self) -> list[str]:
        return ["time", *self.names]


def read(path: str) -> Result:
    """A result file, `.mat` or `.csv`, of Mica or another tool."""
    return Result(_engine.read(str(path)), str(path))
