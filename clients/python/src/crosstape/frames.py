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


def has_arrow(library: Library) -> bool:
    """Whether a table can be made of an Arrow stream."""
    return library == "polars" or find_spec("pyarrow") is not None


def frame_from_columns(columns: Mapping[str, Sequence[Any]], library: Library) -> Any:
    """A table of columns of equal length. ``t``, epoch milliseconds, becomes a time in UTC: in pandas the index."""
    if library == "polars":
        import polars as pl

        floats = {name: pl.Float64 for name in columns if name not in ("t", "s", "count")}
        schema = {"t": pl.Int64, **floats}
        frame = pl.DataFrame(dict(columns), schema_overrides=schema)
        return frame.with_columns(pl.col("t").cast(pl.Datetime("ms", "UTC")))
    import pandas as pd

    index = pd.to_datetime(pd.Index(columns["t"], dtype="int64"), unit="ms", utc=True).as_unit("ms")
    types = {"s": "string", "count": "int64"}
    values = {
        name: pd.Series(list(column), dtype=types.get(name, "float64")).array
        for name, column in columns.items()
        if name != "t"
    }
    return pd.DataFrame(values, index=index.rename("t"))


def frame_from_arrow(stream: bytes, library: Library) -> Any:
    """A table of one Arrow stream, with the same columns."""
    if library == "polars":
        import polars as pl

        return pl.read_ipc_stream(stream)
    import pyarrow as pa

    frame = pa.ipc.open_stream(stream).read_all().to_pandas()
    return frame.set_index("t")


def join_frames(frames: Sequence[Any], library: Library) -> Any:
    """One table after the other."""
    if len(frames) == 1:
        return frames[0]
    if library == "polars":
        import polars as pl

        return pl.concat(frames)
    import pandas as pd

    return pd.concat(frames)
