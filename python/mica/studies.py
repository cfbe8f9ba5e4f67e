"""Studies: many runs of one model."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from mica import _engine

if TYPE_CHECKING:
    import pandas
    import xarray

    from mica.model import Model

# A value, several of them, or a text as --vary of the command line takes it: '0:0.1:2', 'normal(1, 0.1)'.
Varied = str | float | Iterable[Any]


def value_text(value: Any) -> str:
    """A value as --set takes it.

    >>> value_text(True), value_text(0.1), value_text(np.int64(3)), value_text([1.0, 2])
    ('true', '0.1', '3', '{1.0, 2}')
    """
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, (np.ndarray, list, tuple)):
        return "{" + ", ".join(value_text(each) for each in value) + "}"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    return repr(float(value))


def _number(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    try:
        return float(text)
    except ValueError:
        return text


@dataclass
class Sweep:
    """The table of a sweep: a row for each run, with the varied values, the measures, and a message where it failed."""

    model: str
    varied: list[str]
    measured: list[str]
    points: list[list[Any]]
    values: np.ndarray
    good: np.ndarray
    messages: list[str]
    seconds: float = 0.0
    translations: int = 0
    shape: tuple[int, ...] | None = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.points)

    def __getitem__(self, name: str) -> np.ndarray:
        """The column of a varied name or of a measure."""
        if name in self.measured:
            return self.values[:, self.measured.index(name)]
        if name in self.varied:
            k = self.varied.index(name)
            return np.array([point[k] for point in self.points])
        raise KeyError(f"{name!r} is neither varied nor measured; there are {self.varied + self.measured}")

    @property
    def failed(self) -> int:
        """How many runs failed."""
        return int(np.count_nonzero(~self.good))

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each run: varied names, measures, 'good' and 'message'."""
        import pandas

        columns = {name: self[name] for name in self.varied + self.measured}
        return pandas.DataFrame(columns | {"good": self.good, "message": self.messages})

    def to_xarray(self) -> xarray.Dataset:
        """A Dataset with a dimension for each varied name of a full grid, else with the dimension 'run'."""
        import xarray

        if self.shape:
            axes = [list(dict.fromkeys(self[name].tolist())) for name in self.varied]
            if [len(axis) for axis in axes] == list(self.shape):
                data = {name: (self.varied, self[name].reshape(self.shape)) for name in self.measured}
                return xarray.Dataset(data, coords=dict(zip(self.varied, axes)), attrs={"model": self.model})
        data = {name: ("run", self[name]) for name in self.varied + self.measured}
        return xarray.Dataset(data, attrs={"model": self.model})

    def __repr__(self) -> str:
        return f"<Sweep of {self.model}: {len(self)} runs, {self.failed} failed, {self.seconds:.3g} s>"

    def _repr_html_(self) -> str:
        return self.to_pandas()._repr_html_()


@dataclass
class Optimum:
    """Where an objective is best."""

    parameters: dict[str, float]
    objective: float
    method: str
    evaluations: int
    failed: int
    end: str


def make_design(vary: Mapping[str, Varied], sampling: Mapping[str, int | None], seed: int) -> _engine.Design:
    design = _engine.Design()
    texts = []
    for name, values in vary.items():
        if isinstance(values, str):
            texts.append(f"{name}={values}")
        elif isinstance(values, Iterable):
            texts.append(f"{name}=" + ",".join(value_text(value) for value in values))
        else:
            texts.append(f"{name}={value_text(values)}")
    design.vary = texts
    chosen = {kind: count for kind, count in sampling.items() if count is not None}
    if len(chosen) > 1:
        raise ValueError("one of latin, sobol, random and normal")
    for kind, count in chosen.items():
        design.sampling, design.samples = kind, int(count)
    design.seed = seed
    return design


def _table(model: Model, names: list[str], measures: list[str], rows: Sequence[_engine.SweepRow], values: np.ndarray,
           seconds: float, translations: int, shape: tuple[int, ...] | None) -> Sweep:
    return Sweep(model.name, names, measures, [[_number(text) for text in row.point] for row in rows], values,
                 np.array([row.good for row in rows], dtype=bool), [row.message for row in rows], seconds, translations,
                 shape)


def run_sweep(model: Model, asked: _engine.Asked, design: _engine.Design, measures: list[str], jobs: int,
              progress: Callable[[int, int], Any] | None) -> Sweep:
    table = _engine.sweep(model._model, asked, design, measures, jobs, progress)
    shape: tuple[int, ...] | None = None
    if not design.sampling and not design.columns:
        counts = tuple(len(dict.fromkeys(row.point[k] for row in table.rows)) for k in range(len(table.names)))
        shape = counts if int(np.prod(counts)) == len(table.rows) else None
    return _table(model, table.names, measures, table.rows, np.asarray(table.values()), table.run_seconds,
                  table.variants, shape)


# Of a worker: models that it has translated, by what they were loaded from.
_kept: dict[Any, Any] = {}


def run_chunk(source: dict[str, Any], asked: dict[str, Any], names: list[str], points: list[list[str]],
              measures: list[str]) -> tuple[list[tuple[list[float], bool, str]], float]:
    """Runs some points of a sweep, in this process or on another machine."""
    from mica.model import Model

    key = repr(sorted(source.items(), key=lambda each: each[0]))
    if key not in _kept:
        _kept[key] = Model(**source)
    model = _kept[key]
    design = _engine.Design()
    design.columns = [(name, [point[k] for point in points]) for k, name in enumerate(names)]
    table = _engine.sweep(model._model, model._asked(**asked), design, measures, 1, None)
    return [(row.measures, row.good, row.message) for row in table.rows], table.run_seconds


def run_on(client: Any, model: Model, asked: dict[str, Any], design: _engine.Design, measures: list[str],
           progress: Callable[[int, int], Any] | None, chunk: int | None) -> Sweep:
    """A sweep on a `dask.distributed.Client` or a `concurrent.futures.Executor`. Chunks that a lost worker had are run
    by another one; each row is there once."""
    points = _engine.points(model._model, design)
    names = [text.partition("=")[0].strip() for text in design.vary]
    workers = max(1, _worker_count(client))
    size = chunk or max(1, min(1000, -(-len(points) // (4 * workers))))
    chunks = [points[k:k + size] for k in range(0, len(points), size)]
    futures = [client.submit(run_chunk, model._source, asked, names, each, measures) for each in chunks]
    values = np.full((len(points), len(measures)), np.nan)
    good = np.zeros(len(points), dtype=bool)
    messages = [""] * len(points)
    seconds = 0.0
    done = 0
    for k, future in enumerate(futures):
        rows, used = future.result()
        seconds += used
        for i, (row, is_good, message) in enumerate(rows):
            values[k * size + i], good[k * size + i], messages[k * size + i] = row, is_good, message
        done += len(rows)
        if progress:
            progress(done, len(points))
    return Sweep(model.name, names, measures, [[_number(text) for text in point] for point in points], values, good,
                 messages, seconds, 0)


def _worker_count(client: Any) -> int:
    if hasattr(client, "scheduler_info"):
        return sum(worker["nthreads"] for worker in client.scheduler_info(-1)["workers"].values())
    return getattr(client, "_max_workers", None) or os.cpu_count() or 1
