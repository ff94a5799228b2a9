"""An exported tree as tables. Needs Polars, or pandas with pyarrow."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .calls import list_texts, ms_or_none
from .generated.errors import AssetNotFoundError
from .frames import TIME, choose_library, empty_frame
from .pair import Pair, Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .calls import Time
    from .frames import Library

VERSION = 1
"""The version of the layout that this release reads (docs/formats/tree.md)."""


TIMED = ("observations", "books", "trades")
"""Tables with a time in each row, by which a window chooses."""


def open_tree(directory: str | Path) -> Tree:
    """Opens what ``crosstape export`` or :meth:`Crosstape.export` wrote. Files are read when a table is asked for.

    Raises:
        FileNotFoundError: The directory has no manifest: it is no tree, or its first run has not finished.
        ValueError: A newer version wrote it, its files are not Parquet, or its manifest is not whole.
    """
    path = Path(directory)
    file = path / "manifest.json"
    try:
        manifest = json.loads(file.read_text("utf-8"))
    except ValueError as cause:
        raise ValueError(f"{file} is not JSON, as after a copy that was cut off: copy the tree again") from cause
    if not isinstance(manifest, dict):
        raise ValueError(f"{file} is no manifest of a tree")
    if manifest.get("version") != VERSION:
        raise ValueError(f"{path} has version {manifest.get('version')} of the layout; this release reads {VERSION}")
    if manifest["selection"]["format"] != "parquet":
        raise ValueError(f"{path} holds {manifest['selection']['format']} files; open_tree reads Parquet")
    return Tree(path, manifest)


class Tree:
    """The tables of one tree. Each holds the files that its manifest names, and no others."""

    def __init__(self, path: Path, manifest: dict[str, Any]) -> None:
        self.path = path
        self.manifest = manifest
        """Licence, window, schema of the tables with units, parts with their sha256, damage, totals."""
        self.observations = Table(self, "observations")
        self.gaps = Table(self, "gaps")
        self.resolutions = Table(self, "resolutions")
        self.markets = Table(self, "markets")
        self.rules = Table(self, "rules")
        self.links = Table(self, "links")
        self.forecasts = Table(self, "forecasts")
        self.marks = Table(self, "marks")
        """Exact texts and arrival of reference prices at whole minutes, by the key of their series."""
        self.settled = Table(self, "settled")
        """Verdicts on markets about a price; ``detail``, ``missing`` and ``agrees`` are JSON."""
        self.bars = Table(self, "bars")
        """Whole hours as venues state them, of times that were filled in."""
        self.books = Table(self, "books")
        """Whole books (``isSnapshot`` 1) and changes, whose size is the new total of a level. Known within ``book_spans`` alone."""
        self.book_spans = Table(self, "bookSpans")
        """Times within which a book is known, both ends included: each begins with a whole book."""
        self.trades = Table(self, "trades")
        """Trades with the side of their taker, as the venue states it."""
        self._ids: dict[str, str] | None = None

    def pair(self, a: str, b: str, start: Time | None = None, end: Time | None = None) -> Pair:
        """Both markets of a link as of each other's times, with gaps as holes and how each ended.

        Raises:
            AssetNotFoundError: The tree has neither facts nor records of one of them.
            ImportError: Neither Polars nor pandas is installed.
        """
        return Pair(self._read_side(a, start, end), self._read_side(b, start, end))

    def __repr__(self) -> str:
        totals = self.manifest["totals"]
        as_of = datetime.fromtimestamp(self.manifest["asOfMs"] / 1000, timezone.utc).isoformat(timespec="seconds")
        return f"<tree of {totals['rows']} observations of {totals['series']} series as of {as_of}>"

    def _read_side(self, asset: str, start: Time | None, end: Time | None) -> Side:
        [asset] = self._resolve(asset)
        frame = self.observations.df(assets=[asset], start=start, end=end)
        points = _columns(frame.reset_index() if hasattr(frame, "reset_index") else frame, (TIME, "p"))
        venue = self._venue_of(asset)
        gaps = _columns(self.gaps.df(), ("venue", "asset", "fromMs", "toMs"))
        ends = _columns(self.resolutions.df(assets=[asset]), ("outcome",))
        return Side(
            asset=asset,
            points=[(t, p) for t, p in points],
            holes=[
                (from_ms, to_ms)
                for of_venue, of_asset, from_ms, to_ms in gaps
                if of_venue == venue and of_asset in (None, asset)
            ],
            outcome=ends[-1][0] if ends else None,
        )

    def _resolve(self, assets: str | Sequence[str]) -> list[str]:
        """Ids as the tree writes them, of ids in any letter case.

        Raises:
            AssetNotFoundError: The tree has neither facts nor records of one.
        """
        if self._ids is None:
            tables = (self.markets, self.observations, self.book_spans, self.trades)
            self._ids = {asset.lower(): asset for table in tables for asset in table.assets()}
        found = [(asset, self._ids.get(asset.lower())) for asset in list_texts(assets)]
        for given, asset in found:
            if asset is None:
                raise AssetNotFoundError(f"the tree has no asset {given!r}")
        return [asset for _, asset in found if asset is not None]

    def _venue_of(self, asset: str) -> str | None:
        from .settings import venue_of

        return venue_of(asset)


class Table:
    """One table of a tree."""

    def __init__(self, tree: Tree, name: str) -> None:
        self._tree = tree
        self.name = name

    @property
    def paths(self) -> list[Path]:
        """Its files, in the order of the manifest. Empty: the table was not exported."""
        return [self._tree.path / part["path"] for part in self._parts(None, None)]

    @property
    def columns(self) -> list[dict[str, str | None]]:
        """Name, type, unit and meaning of null of each column."""
        schema: list[dict[str, str | None]] = self._tree.manifest["schema"].get(self.name, [])
        return schema

    def scan(self, start: Time | None = None, end: Time | None = None) -> Any:
        """A Polars ``LazyFrame`` over the files that can hold rows of the window: nothing is read before ``collect``."""
        import polars as pl

        paths = self._paths(start, end)
        if not paths:
            return empty_frame(self.columns, "polars").lazy()
        return _within(pl.scan_parquet(paths), pl, self.name, ms_or_none(start), ms_or_none(end))

    def df(
        self,
        library: Library | None = None,
        *,
        assets: str | Sequence[str] | None = None,
        start: Time | None = None,
        end: Time | None = None,
    ) -> Any:
        """The rows as a table: all of them, or those of some assets within a window, both ends inclusive.

        Observations, books and trades have their times as ``time``, as the tables of a history have: in pandas the index.

        Args:
            assets: Ids in any letter case; one text is a list of one.

        Raises:
            AssetNotFoundError: The tree has neither facts nor records of an asset.
        """
        ids = None if assets is None else self._tree._resolve(assets)
        if choose_library(library) == "polars":
            import polars as pl

            frame = self.scan(start, end)
            rows = (frame if ids is None else frame.filter(pl.col("asset").is_in(ids))).collect()
            return rows.rename({"t": TIME}) if self.name in TIMED else rows
        import pandas as pd

        filters = _filters(self.name, ids, ms_or_none(start), ms_or_none(end))
        names = [str(column["name"]) for column in self.columns]
        frames = [pd.read_parquet(path, columns=names, filters=filters) for path in self._paths(start, end)]
        table = pd.concat(frames, ignore_index=True) if frames else empty_frame(self.columns, "pandas")
        table = table.astype({str(column["name"]): "string" for column in self.columns if column["type"] == "text"})
        if self.name not in TIMED:
            return table
        return table.set_index(pd.DatetimeIndex(table.pop("t"), name=TIME))

    def assets(self) -> list[str]:
        """The ids that its rows name, in the order of the alphabet. Empty for a table without assets."""
        if not any(column["name"] == "asset" for column in self.columns):
            return []
        if choose_library(None) == "polars":
            import polars as pl

            found = self.scan().select(pl.col("asset").unique()).collect()["asset"].to_list()
        else:
            import pandas as pd

            found = [asset for path in self.paths for asset in pd.read_parquet(path, columns=["asset"])["asset"].unique()]
        return sorted({asset for asset in found if isinstance(asset, str)})

    def __repr__(self) -> str:
        rows = sum(part["rows"] for part in self._parts(None, None))
        return f"<table {self.name}, {rows} rows in {len(self.paths)} files>"

    def _paths(self, start: Time | None, end: Time | None) -> list[Path]:
        return [self._tree.path / part["path"] for part in self._parts(ms_or_none(start), ms_or_none(end))]

    def _parts(self, from_ms: int | None, to_ms: int | None) -> list[dict[str, Any]]:
        """Those that can hold rows of the window."""
        return [
            part
            for part in self._tree.manifest["parts"]
            if part["table"] == self.name
            and (from_ms is None or part["lastMs"] is None or part["lastMs"] >= from_ms)
            and (to_ms is None or part["firstMs"] is None or part["firstMs"] <= to_ms)
        ]


def _within(frame: Any, pl: Any, table: str, from_ms: int | None, to_ms: int | None) -> Any:
    if table not in TIMED:
        return frame
    time = pl.Datetime("ms", "UTC")
    if from_ms is not None:
        frame = frame.filter(pl.col("t") >= pl.lit(from_ms).cast(time))
    return frame if to_ms is None else frame.filter(pl.col("t") <= pl.lit(to_ms).cast(time))


def _filters(
    table: str, assets: Sequence[str] | None, from_ms: int | None, to_ms: int | None
) -> list[tuple[str, str, Any]] | None:
    filters: list[tuple[str, str, Any]] = []
    if assets is not None:
        filters.append(("asset", "in", list(assets)))
    if table in TIMED:
        if from_ms is not None:
            filters.append(("t", ">=", _utc(from_ms)))
        if to_ms is not None:
            filters.append(("t", "<=", _utc(to_ms)))
    return filters or None


def _utc(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, timezone.utc)


def _columns(frame: Any, names: tuple[str, ...]) -> list[tuple[Any, ...]]:
    """Rows of some columns, times in epoch milliseconds, of either library."""
    return list(zip(*[[_plain(value) for value in frame[name].to_list()] for name in names], strict=True))


def _plain(value: Any) -> Any:
    # NA of pandas has no truth value, also where it is compared with itself.
    if value is None or type(value).__name__ == "NAType" or value != value:  # noqa: PLR0124 - NaN and NaT
        return None
    return round(value.timestamp() * 1000) if isinstance(value, datetime) else value
