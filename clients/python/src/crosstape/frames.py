"""Columns as the tables of pandas and Polars. Neither is imported before it is asked for."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from typing_extensions import TypeAlias

Library: TypeAlias = "Literal['pandas', 'polars']"

_HINT = "pip install 'crosstape[pandas]' or 'crosstape[polars]'"


def choose_library(wanted: Library | None) -> Library:
    """The library that a table is made with: pandas where it is installed, unless another is wanted.

    Raises:
        ImportError: It is not installed.
    """
    names: tuple[Library, ...] = ("pandas", "polars") if wanted is None else (wanted,)
    for name in names:
        if find_spec(name) is not None:
            return name
    raise ImportError(f"a table needs {' or '.join(names)}: {_HINT}")


def frame_from_columns(columns: Mapping[str, Sequence[Any]], library: Library) -> Any:
    """A table of columns of equal length. ``t``, epoch milliseconds, becomes a time in UTC: in pandas the index."""
    if library == "polars":
        import polars as pl

        floats = {name: pl.Float64 for name in columns if name not in ("t", "s")}
        schema = {"t": pl.Int64, **floats}
        frame = pl.DataFrame(dict(columns), schema_overrides=schema)
        return frame.with_columns(pl.col("t").cast(pl.Datetime("ms", "UTC")))
    import pandas as pd

    index = pd.to_datetime(pd.Index(columns["t"], dtype="int64"), unit="ms", utc=True).as_unit("ms")
    values = {
        name: pd.Series(list(column), dtype="string" if name == "s" else "float64").array
        for name, column in columns.items()
        if name != "t"
    }
    return pd.DataFrame(values, index=index.rename("t"))
