"""Columns as the tables of pandas and Polars. Neither is imported before it is asked for."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from typing_extensions import TypeAlias

Library: TypeAlias = "Literal['pandas', 'polars']"

TIME = "time"
"""The name of the times of every table."""
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


def frame_from_columns(
    columns: Mapping[str, Sequence[Any]],
    library: Library,
    *,
    time: str = "t",
    texts: Sequence[str] = ("s",),
    flags: Sequence[str] = (),
) -> Any:
    """A table of columns of equal length. Every table has its times as ``time``, in UTC: in pandas the index.

    Args:
        time: The column of epoch milliseconds.
        texts: Columns of texts.
        flags: Columns of booleans. All others are numbers.
    """
    numbers = [name for name in columns if name != time and name not in texts and name not in flags]
    if library == "polars":
        import polars as pl

        schema = {time: pl.Int64, **{name: pl.Float64 for name in numbers}}
        schema |= {**dict.fromkeys(texts, pl.String), **dict.fromkeys(flags, pl.Boolean)}
        given = {name: schema[name] for name in columns}
        frame = pl.DataFrame(dict(columns), schema=given)
        return frame.with_columns(pl.col(time).cast(pl.Datetime("ms", "UTC"))).rename({time: TIME})
    import pandas as pd

    index = pd.to_datetime(pd.Index(columns[time], dtype="int64"), unit="ms", utc=True).as_unit("ms")
    types = {**dict.fromkeys(numbers, "float64"), **dict.fromkeys(texts, "string"), **dict.fromkeys(flags, "bool")}
    values = {
        name: pd.Series(list(column), dtype=types[name]).array for name, column in columns.items() if name != time
    }
    return pd.DataFrame(values, index=index.rename(TIME))


def empty_frame(columns: Sequence[Mapping[str, Any]], library: Library) -> Any:
    """A table without rows whose columns have the types that a manifest states: ``text``, ``number`` or ``time``."""
    if library == "polars":
        import polars as pl

        types = {"text": pl.String, "number": pl.Float64, "time": pl.Datetime("ms", "UTC")}
        return pl.DataFrame(schema={str(column["name"]): types[column["type"]] for column in columns})
    import pandas as pd

    dtypes = {"text": "string", "number": "float64", "time": "datetime64[ms, UTC]"}
    return pd.DataFrame({str(column["name"]): pd.Series([], dtype=dtypes[column["type"]]) for column in columns})


def reads_arrow(library: Library) -> bool:
    """Whether a table can be made from Arrow: Polars reads it itself, pandas needs pyarrow."""
    return library == "polars" or find_spec("pyarrow") is not None


def frame_from_arrow(streams: Sequence[bytes], library: Library) -> Any:
    """Records t, p, v, s of Arrow streams as the table that :func:`frame_from_columns` makes of columns."""
    if library == "polars":
        import polars as pl

        frame = pl.concat([pl.read_ipc_stream(stream) for stream in streams])
        utc = frame.with_columns(pl.col("t").cast(pl.Datetime("ms", "UTC")), pl.col("s").cast(pl.String))
        return utc.rename({"t": TIME})
    import pandas as pd
    import pyarrow as pa

    table = pa.concat_tables([pa.ipc.open_stream(stream).read_all() for stream in streams])
    index = pd.DatetimeIndex(table["t"].to_numpy().astype("datetime64[ms]"), name=TIME).tz_localize("UTC")
    values = {
        "p": table["p"].to_numpy(),
        "v": table["v"].to_numpy().astype("float64"),
        "s": pd.Series(table["s"].cast(pa.string()).to_pandas(), dtype="string").array,
    }
    return pd.DataFrame(values, index=index)
