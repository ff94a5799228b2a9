"""Both sides of a link on one clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .frames import choose_library, frame_from_columns
from .history import read_pages
from .steps import Steps, run, run_async

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .frames import Library

    Point = tuple[int, float]
    """Epoch milliseconds and price."""
    Hole = tuple[int, "int | None"]
    """Last time before a gap and first time after it; None: it lasts."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one market recorded."""

    asset: str
    points: Sequence[Point]
    """Oldest first."""
    holes: Sequence[Hole]
    outcome: str | None
    """``yes``, ``no`` or ``void``; None while no resolution is recorded."""


@dataclass(frozen=True, slots=True)
class PairRow:
    """Both prices as of one time at which either market has a record."""

    time: int
    """Epoch milliseconds."""
    a_price: float | None
    """None before the first record, and within a gap of its recording."""
    b_price: float | None
    a_age_ms: int | None
    """How old the price is at that time; None where it is None."""
    b_age_ms: int | None
    in_gap: bool
    """The recording of either market has a gap at that time."""


class Pair:
    """Two markets as of each other's times, oldest first. Nothing is filled in: where a market was not recorded, its price is
    None and ``in_gap`` is true."""

    def __init__(self, a: Side, b: Side) -> None:
        self.a = a
        self.b = b
        self._rows: list[PairRow] | None = None

    @property
    def outcome_a(self) -> str | None:
        """How market a ended: ``yes``, ``no`` or ``void``; None while no resolution is recorded."""
        return self.a.outcome

    @property
    def outcome_b(self) -> str | None:
        """How market b ended: ``yes``, ``no`` or ``void``; None while no resolution is recorded."""
        return self.b.outcome

    @property
    def rows(self) -> list[PairRow]:
        """One for each time at which either market has a record."""
        if self._rows is None:
            self._rows = list(_join(self.a, self.b))
        return self._rows

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[PairRow]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"<pair of {self.a.asset} and {self.b.asset}, {len(self.rows)} rows>"

    def df(self, library: Library | None = None) -> Any:
        """A table: ``time`` in UTC (in pandas the index), the two prices, their ages in ms, and ``in_gap``."""
        rows = self.rows
        columns: dict[str, list[Any]] = {
            "time": [row.time for row in rows],
            "a_price": [row.a_price for row in rows],
            "b_price": [row.b_price for row in rows],
            "a_age_ms": [row.a_age_ms for row in rows],
            "b_age_ms": [row.b_age_ms for row in rows],
            "in_gap": [row.in_gap for row in rows],
        }
        return frame_from_columns(columns, choose_library(library), time="time", flags=("in_gap",))


def read_pair(a: tuple[str, str], b: tuple[str, str], from_ms: int | None, to_ms: int | None) -> Steps[Pair]:
    """Asks for both histories and both ends. The markets are given as venue and asset."""
    side_a = yield from _read_side(*a, from_ms, to_ms)
    side_b = yield from _read_side(*b, from_ms, to_ms)
    return Pair(side_a, side_b)


def pair_of(client: Any, a: tuple[str, str], b: tuple[str, str], from_ms: int | None, to_ms: int | None) -> Pair:
    return run(client, read_pair(a, b, from_ms, to_ms))


async def pair_of_async(
    client: Any, a: tuple[str, str], b: tuple[str, str], from_ms: int | None, to_ms: int | None
) -> Pair:
    return await run_async(client, read_pair(a, b, from_ms, to_ms))


def _read_side(venue: str, asset: str, from_ms: int | None, to_ms: int | None) -> Steps[Side]:
    records, gaps = yield from read_pages(venue, asset, from_ms, to_ms)
    page = yield lambda client: client.get_asset(asset)
    resolution = page.get("resolution")
    return Side(
        asset=asset,
        points=[(record["t"], record["p"]) for record in records],
        holes=[(gap["fromMs"], gap["toMs"]) for gap in gaps],
        outcome=None if resolution is None else resolution["outcome"],
    )


def _join(a: Side, b: Side) -> Iterator[PairRow]:
    walk_a, walk_b = _Walk(a), _Walk(b)
    for time in _times(a.points, b.points):
        a_price, a_age_ms = walk_a.at(time)
        b_price, b_age_ms = walk_b.at(time)
        in_gap = walk_a.in_hole(time) or walk_b.in_hole(time)
        yield PairRow(time, a_price, b_price, a_age_ms, b_age_ms, in_gap)


def _times(a: Iterable[Point], b: Iterable[Point]) -> list[int]:
    return sorted({time for time, _ in a} | {time for time, _ in b})


class _Walk:
    """One side, asked for ascending times."""

    def __init__(self, side: Side) -> None:
        self._points = side.points
        self._holes = sorted(side.holes, key=lambda hole: hole[0])
        self._next = 0
        self._hole = 0

    def at(self, time: int) -> tuple[float | None, int | None]:
        while self._next < len(self._points) and self._points[self._next][0] <= time:
            self._next += 1
        if self._next == 0:
            return None, None
        known_at, price = self._points[self._next - 1]
        # Within a gap only what was recorded at that very time is known.
        if known_at < time and self.in_hole(time):
            return None, None
        return price, time - known_at

    def in_hole(self, time: int) -> bool:
        """The times of a gap are those of the records at its ends, which are there."""
        while self._hole < len(self._holes):
            begin, end = self._holes[self._hole]
            if end is not None and end <= time:
                self._hole += 1
                continue
            return begin < time
        return False
