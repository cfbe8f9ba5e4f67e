"""Models."""

from __future__ import annotations

import html
import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from mica import _engine, studies
from mica.errors import MicaWarning
from mica.linear import LinearSystem
from mica.result import Result
from mica.stepwise import Function, Simulator

# A constant, an array over the whole run (equally spaced), times and values, or a function of time.
Input = float | Sequence[float] | np.ndarray | tuple[Any, Any] | Callable[[float], float]


class Variables(Mapping[str, _engine.Variable]):
    """Variables of a model by name, in its order.

    >>> import mica
    >>> m = mica.model("model M parameter Real k(unit = \\"1/s\\") = 2; Real x(start = 1); equation der(x) = -k*x; end M;")
    >>> m.parameters["k"].value, m.parameters["k"].unit, list(m.states)
    (2.0, '1/s', ['x'])
    """

    def __init__(self, variables: Iterable[_engine.Variable]) -> None:
        self._variables = {variable.name: variable for variable in variables}

    def __getitem__(self, name: str) -> _engine.Variable:
        return self._variables[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._variables)

    def __len__(self) -> int:
        return len(self._variables)

    def __repr__(self) -> str:
        return f"<{len(self)} variables: {', '.join(list(self)[:8])}{', …' if len(self) > 8 else ''}>"

    def to_pandas(self) -> Any:
        """A DataFrame with a row for each."""
        import pandas

        fields = ("role", "type", "value", "unit", "description", "settable")
        return pandas.DataFrame([{key: getattr(each, key) for key in fields} for each in self.values()],
                                index=pandas.Index(list(self), name="name"))

    def _repr_html_(self) -> str:
        return self.to_pandas()._repr_html_()


class Flat:
    """The flat model: variables, equations and text, as `mica show flat` has it."""

    def __init__(self, model: Model) -> None:
        self._model = model

    @property
    def text(self) -> str:
        """The flat model as Modelica text, each equation with its component and line."""
        return self._model._model.show("flat")

    @property
    def equations(self) -> list[_engine.Equation]:
        return self._model.equations

    @property
    def variables(self) -> Variables:
        return self._model.variables

    def __str__(self) -> str:
        return self.text


class Model:
    """A Modelica model. It is translated when a call needs it, once, and all later calls start from there.

    Made by `mica.load` or `mica.model`. One call runs at a time; the interpreter's lock is released meanwhile.
    """

    def __init__(self, name: str = "", class_: str = "", files: Sequence[str] = (), libraries: Sequence[str] = (),
                 texts: Sequence[tuple[str, str]] = (), strict: bool = False) -> None:
        self._source = {"name": name, "class_": class_, "files": list(files), "libraries": list(libraries),
                        "texts": list(texts), "strict": strict}
        self._model = _engine.Model(name, class_, list(files), list(libraries), list(texts), strict)

    def __reduce__(self) -> Any:
        return _rebuild, (self._source,)

    @property
    def name(self) -> str:
        """The full name of the class."""
        return self._model.name

    def __repr__(self) -> str:
        return f"<Model {self.name}>"

    def check(self) -> tuple[int, int]:
        """Checks the model as far as its sorted equations; gives the numbers of scalar equations and unknowns.

        >>> import mica
        >>> mica.model("model M Real x; equation der(x) = 1; end M;").check()
        (1, 1)
        """
        return self._model.check()

    @property
    def diagnostics(self) -> list[_engine.Diagnostic]:
        """What a check reports: errors, warnings and notes."""
        return self._model.diagnostics()

    def show(self, stage: str) -> str:
        """The text form of a stage: 'syntax', 'instance', 'flat', 'blocks', 'llvm', 'c', 'modes', 'plan'."""
        return self._model.show(stage)

    @property
    def flat(self) -> Flat:
        """The flat model."""
        return Flat(self)

    @property
    def equations(self) -> list[_engine.Equation]:
        """The equations of the flat model, arrays whole, each with component, file and line.

        >>> import mica
        >>> [e.text for e in mica.model("model M Real x; equation der(x) = 1 - x; end M;").equations]
        ['der(x) = 1.0 - x;']
        """
        return self._model.equations()

    @property
    def variables(self) -> Variables:
        """All variables and parameters of the translated model."""
        return Variables(self._model.variables(_engine.Asked()))

    def _by_role(self, *roles: str) -> Variables:
        return Variables(each for each in self.variables.values() if each.role in roles)

    @property
    def parameters(self) -> Variables:
        """Parameters, with their values."""
        return self._by_role("parameter")

    @property
    def states(self) -> Variables:
        """States, after index reduction, with their start values."""
        return self._by_role("state")

    @property
    def inputs(self) -> Variables:
        """Inputs of the top level. Those that are given nothing keep their start values."""
        return self._by_role("input")

    @property
    def outputs(self) -> Variables:
        """Outputs of the top level."""
        return Variables(each for each in self.variables.values() if each.output)

    def _asked(self, *, start_time: float | None = None, stop_time: float | None = None, tolerance: float | None = None,
               intervals: int | None = None, interval: float | None = None, method: str = "cvode",
               step: float | None = None, set: Mapping[str, Any] | None = None,
               inputs: Mapping[str, Input] | None = None) -> _engine.Asked:
        asked = _engine.Asked()
        asked.method = method
        if start_time is not None: asked.start = start_time
        if stop_time is not None: asked.stop = stop_time
        if tolerance is not None: asked.tolerance = tolerance
        if intervals is not None: asked.intervals = intervals
        if interval is not None: asked.interval = interval
        if step is not None: asked.step = step
        values = [(name, studies.value_text(value)) for name, value in (set or {}).items()]
        if inputs:
            constant = {name: data for name, data in inputs.items() if np.isscalar(data)}
            values += [(name, studies.value_text(value)) for name, value in constant.items()]
            varying = {name: data for name, data in inputs.items() if name not in constant}
            if varying:
                asked.inputs = self._input_table(varying, start_time, stop_time)
        asked.set = values
        return asked

    def _input_table(self, inputs: Mapping[str, Input], start: float | None, stop: float | None) -> _engine.Inputs:
        known = self.inputs
        for name in inputs:
            if name not in known:
                raise KeyError(f"{name!r} is not an input of the model; there are {list(known)}")
        table = _engine.Inputs()
        table.functions = [(name, data) for name, data in inputs.items() if callable(data)]
        series: dict[str, tuple[np.ndarray, np.ndarray]] = {}
        for name, data in inputs.items():
            if callable(data):
                continue
            if isinstance(data, tuple):
                times, values = (np.asarray(each, dtype=float) for each in data)
            else:
                values = np.asarray(data, dtype=float)
                if start is None or stop is None:
                    first, last = self._times()
                    start, stop = first if start is None else start, last if stop is None else stop
                times = np.linspace(start, stop, len(values))
            if times.ndim != 1 or times.shape != values.shape:
                raise ValueError(f"the times and values of {name!r} must be vectors of the same length")
            series[name] = times, values
        if series:
            times = _merged_times([each for each, _ in series.values()])
            table.times = times.tolist()
            table.names = list(series)
            table.columns = [_resampled(times, *series[name]).tolist() for name in series]
        return table

    def _times(self) -> tuple[float, float]:
        plan = self._model.experiment()
        return plan[0], plan[1]

    def simulate(self, *, start_time: float | None = None, stop_time: float | None = None,
                 tolerance: float | None = None, intervals: int | None = None, interval: float | None = None,
                 method: str = "cvode", step: float | None = None, set: Mapping[str, Any] | None = None,
                 inputs: Mapping[str, Input] | None = None, variables: str = "", events: bool = False,
                 initial: Result | tuple[Result, float] | None = None) -> Result:
        """Simulates the model.

        Parameters
        ----------
        start_time, stop_time, tolerance : as the model's `experiment` annotation has them, where they are not given
        intervals, interval : the output grid, by the number of intervals or their length; 500 otherwise
        method : 'cvode', 'ida', 'rk4', 'inline-rk3', … as on the command line
        step : of methods with a fixed step
        set : values of parameters, start values ('x.start') and inputs
        inputs : for inputs of the top level, a number, an array over the whole run (equally spaced), a pair of times and
            values, or a function of time. Two equal times in a pair are a jump, which is an event; a function should be
            smooth.
        variables : a regular expression; other variables are left out of the result
        events : rows of both sides of events, too, beside those of the output grid
        initial : a result, and a time of it, to start from in place of the initial conditions

        Raises
        ------
        ModelError, CallError, SimulationError (with the `result` so far)

        >>> import mica
        >>> m = mica.model('''model M parameter Real k = 1; input Real u(start = 0); Real x(start = 1, fixed = true);
        ...   equation der(x) = u - k*x; end M;''')
        >>> float(m.simulate(stop_time=2, set={"k": 0.5})["x"][-1].round(4))
        0.3679
        >>> float(m.simulate(stop_time=1, inputs={"u": lambda t: 1.0})["x"][-1].round(6))
        1.0
        """
        asked = self._asked(start_time=start_time, stop_time=stop_time, tolerance=tolerance, intervals=intervals,
                            interval=interval, method=method, step=step, set=set, inputs=inputs)
        asked.variables = variables
        asked.events = events
        if initial is not None:
            source, time = initial if isinstance(initial, tuple) else (initial, None)
            _engine.start_from(asked, source._result, time)
        result = Result(_engine.simulate(self._model, asked), self.name)
        for each in result.diagnostics:
            if each.severity == "warning" and not each.file:
                warnings.warn(MicaWarning(str(each).rstrip()), stacklevel=2)
        return result

    def function(self, *, outputs: Sequence[str] = (), **options: Any) -> Function:
        """der(x) = f(t, x, u), outputs, Jacobians and events as callables.

        `outputs` are any variables, or those of the top level; further options are those of `simulate`.
        """
        return Function(_engine.Function(self._model, self._asked(**options), list(outputs)))

    def start(self, **options: Any) -> Simulator:
        """A run that is driven by hand. Options are those of `simulate`; it goes no further than `stop_time`."""
        return Simulator(_engine.Simulator(self._model, self._asked(**options)))

    def linearize(self, at: float | None = None, *, inputs: Sequence[str] = (), outputs: Sequence[str] = (),
                  **options: Any) -> LinearSystem:
        """The linear system about the point that a run reaches at a time, after an event if there is one there.

        `inputs` and `outputs` are those of the top level where none are named; outputs may be any variables.
        """
        return LinearSystem(_engine.linearize(self._model, self._asked(**options), at, list(inputs), list(outputs)))

    def sweep(self, vary: Mapping[str, studies.Varied], measures: Sequence[str] | str = (), *,
              latin: int | None = None, sobol: int | None = None, random: int | None = None,
              normal: int | None = None, seed: int = 1, jobs: int = 0, client: Any = None, chunk: int | None = None,
              progress: Callable[[int, int], Any] | None = None, **options: Any) -> studies.Sweep:
        """Runs the model at all points of a design, on all processors, and measures each run.

        Parameters
        ----------
        vary : for each parameter its values, or a text: '0:0.1:2', '0:2' and 'normal(1, 0.1)' (both sampled)
        measures : expressions such as 'max(x)', 'final(y)', 'settle(y, 2 %)'; docs/studies.md has all
        latin, sobol, random, normal : how many points sampled ranges and distributions make
        client : a dask.distributed.Client or a concurrent.futures.Executor to run on
        chunk : with a client, how many runs make a task
        progress : called now and then with the numbers of runs that are done, and of all

        >>> import mica
        >>> m = mica.model("model M parameter Real k = 1; Real x(start = 1, fixed = true); equation der(x) = -k*x; end M;")
        >>> m.sweep({"k": [1, 2]}, ["final(x)"], stop_time=1)["final(x)"].round(4).tolist()
        [0.3679, 0.1353]
        """
        texts = [measures] if isinstance(measures, str) else list(measures)
        sampling = {"latin": latin, "sobol": sobol, "random": random, "normal": normal}
        design = studies.make_design(vary, sampling, seed)
        if client is not None:
            return studies.run_on(client, self, options, design, texts, progress, chunk)
        return studies.run_sweep(self, self._asked(**options), design, texts, jobs, progress)

    def optimize(self, *, minimize: str | None = None, maximize: str | None = None,
                 tune: Mapping[str, tuple[float, float]], optimizer: str = "", precision: float = 1e-6,
                 evaluations: int = 2000, seed: int = 1, jobs: int = 0, **options: Any) -> studies.Optimum:
        """Parameters within bounds that make a measure smallest or largest.

        `optimizer` is one of those of `mica optimize --method`; `precision` is relative to the bounds.

        >>> import mica
        >>> m = mica.model("model M parameter Real k = 1; Real y; equation y = (k - 0.3)^2; end M;")
        >>> round(m.optimize(minimize="final(y)", tune={"k": (0, 1)}).parameters["k"], 4)
        0.3
        """
        if (minimize is None) == (maximize is None):
            raise ValueError("one of minimize and maximize")
        bounds = [(name, (float(low), float(high))) for name, (low, high) in tune.items()]
        best = _engine.optimize(self._model, self._asked(**options), bounds, minimize or maximize or "",
                                maximize is not None, optimizer, precision, evaluations, seed, jobs)
        return studies.Optimum(dict(zip(tune, best.values)), best.objective, best.method, best.evaluations, best.failed,
                               best.end)

    def sympy(self) -> Any:
        """The flat equations as SymPy expressions, to eliminate, solve and transform; `mica.symbolic.Symbols`."""
        from mica.symbolic import Symbols

        return Symbols(self)

    def export_fmu(self, path: str | os.PathLike[str], *, version: int = 3, type: str = "both",
                   **options: Any) -> None:
        """Writes the model as an FMU of FMI 2.0 or 3.0: 'me' model exchange, 'cs' co-simulation, or 'both'."""
        if version not in (2, 3) or type not in ("me", "cs", "both"):
            raise ValueError("version is 2 or 3, type 'me', 'cs' or 'both'")
        data = self._model.export_fmu(self._asked(**options), version, type)
        with open(path, "wb") as file:
            file.write(data)

    def _repr_html_(self) -> str:
        return f"<p><b>{html.escape(self.name)}</b></p>" + self.parameters._repr_html_()


def _rebuild(source: dict[str, Any]) -> Model:
    return Model(**source)


def _merged_times(series: Sequence[np.ndarray]) -> np.ndarray:
    """All times; one that a series has twice, at a jump, is there twice."""
    times = np.unique(np.concatenate(series))
    jumps = [each[1:][np.diff(each) == 0] for each in series]
    return np.sort(np.concatenate([times, np.unique(np.concatenate(jumps))]))


def _resampled(times: np.ndarray, own: np.ndarray, values: np.ndarray) -> np.ndarray:
    """A series at other times: at the first of two equal ones the value before a jump, at the second that after it.

    >>> _resampled(np.array([0., 1., 1., 2.]), np.array([0., 1., 1., 2.]), np.array([0., 0., 5., 5.])).tolist()
    [0.0, 0.0, 5.0, 5.0]
    """
    if np.any(np.diff(own) < 0):
        raise ValueError("the times of an input must not decrease")
    result = np.interp(times, own, values)
    for k, time in enumerate(times):
        first, last = np.searchsorted(own, time, "left"), np.searchsorted(own, time, "right") - 1
        if first < last:
            is_second = k > 0 and times[k - 1] == time
            result[k] = values[last] if is_second else values[first]
    return result
