"""Recorded books and trades of one asset, page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .frames import choose_library, frame_from_columns
from .steps import Steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from .frames import Library
    from .generated import types as t

Row = TypeVar("Row", bound="Mapping[str, Any]")

BOOKS_PAGE = 5_000
CHANGES_PAGE = 50_000
TRADES_PAGE = 5_000

CHANGE_COLUMNS = ("t", "venueT", "kind", "side", "price", "size", "reason", "everyMs")
TRADE_COLUMNS = (
    "t",
    "venueT",
    "price",
    "size",
    "side",
    "sideSource",
    "id",
    "settled",
    "source",
    "isBlock",
)
_TEXTS = ("kind", "side", "reason", "sideSource", "id", "source")


class Recorded(Generic[Row]):
    """Rows of a window, oldest first, and how much of the window is recorded."""

    def __init__(self, asset: str, rows: list[Row], coverage: t.TapeCoverage, columns: Sequence[str]) -> None:
        self.asset = asset
        self.rows = rows
        self.coverage = coverage
        """Holes with their reasons, and what was sampled."""
        self._columns = columns

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"<{len(self.rows)} rows of {self.asset}>"

    def df(self, library: Library | None = None) -> Any:
        """A table: ``time`` in UTC (in pandas the index), and the other members as columns."""
        columns = {name: [row.get(name) for row in self.rows] for name in self._columns}
        if "settled" in columns:
            # Unknown is neither: a column of booleans has no room for it.
            columns["settled"] = [None if value is None else float(value) for value in columns["settled"]]
        texts = [name for name in self._columns if name in _TEXTS]
        flags = [name for name in self._columns if name == "isBlock"]
        return frame_from_columns(columns, choose_library(library), texts=texts, flags=flags)


def read_books(
    asset: str, from_ms: int | None, to_ms: int | None, every_ms: int, levels: int
) -> Steps[list[t.TapeBook]]:
    """The book at each step of a window, oldest first."""
    books: list[t.TapeBook] = []
    cursor: str | None = None

    def asking(at: str | None) -> Callable[[Any], Any]:
        return lambda client: client.get_book_history(
            asset,
            from_ms=from_ms,
            to_ms=to_ms,
            every_ms=every_ms,
            levels=levels,
            limit=BOOKS_PAGE,
            cursor=at,
        )

    while True:
        answer = yield asking(cursor)
        books.extend(answer["books"])
        cursor = answer["nextCursor"]
        if cursor is None:
            return books


def read_changes(asset: str, from_ms: int | None, to_ms: int | None) -> Steps[Recorded[t.TapeChange]]:
    """Every change of a window, oldest first."""
    rows: list[t.TapeChange] = []
    cursor: str | None = None

    def asking(at: str | None) -> Callable[[Any], Any]:
        return lambda client: client.get_book_changes(
            asset, from_ms=from_ms, to_ms=to_ms, limit=CHANGES_PAGE, cursor=at
        )

    while True:
        answer = yield asking(cursor)
        rows.extend(answer["changes"])
        cursor = answer["nextCursor"]
        if cursor is None:
            return Recorded(asset, rows, answer["coverage"], CHANGE_COLUMNS)


def read_trades(asset: str, from_ms: int | None, to_ms: int | None) -> Steps[Recorded[t.TapeTrade]]:
    """Every trade of a window, oldest first: pages come newest first."""
    pages: list[list[t.TapeTrade]] = []
    cursor: str | None = None

    def asking(at: str | None) -> Callable[[Any], Any]:
        return lambda client: client.get_trades(
            asset, from_ms=from_ms, to_ms=to_ms, limit=TRADES_PAGE, cursor=at
        )

    while True:
        answer = yield asking(cursor)
        pages.append(answer["trades"])
        cursor = answer["nextCursor"]
        if cursor is None:
            rows = [trade for page in reversed(pages) for trade in reversed(page)]
            return Recorded(asset, rows, answer["coverage"], TRADE_COLUMNS)
