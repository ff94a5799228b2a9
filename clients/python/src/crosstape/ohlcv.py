"""Bars of one asset."""

from __future__ import annotations

import re
from datetime import timedelta
from numbers import Integral
from typing import TYPE_CHECKING, Any, TypedDict, cast

from .calls import duration_ms
from .frames import choose_library, frame_from_columns
from .steps import Steps, run, run_async

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from typing_extensions import TypeAlias

    from .frames import Library
    from .generated import types as t

Width: TypeAlias = "int | str | timedelta"
"""``1m``, ``5m``, ``1h``, ``1d``, a timedelta, or milliseconds."""

_UNITS = {"s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}


class Bar(TypedDict):
    """One bar, every member of which is there."""

    t: int
    """Start of the bar. Epoch milliseconds."""
    open: float
    high: float
    low: float
    close: float
    count: int
    """Number of records."""
    volume: float | None
    """Traded volume; None when no record has a volume."""
    vwap: float | None
    """Volume-weighted price; None when no volume was traded."""
    filled: bool
    """Whether nothing was recorded, and prices and volume are those of candles of the venue; ``count`` is 0."""


class Ohlcv:
    """Bars, oldest first.

    Where nothing was recorded there is no bar, unless bars are whole hours wide and the venue has candles of its own:
    such a bar is ``filled``.
    """

    def __init__(self, asset: str, every_ms: int, bars: list[Bar], gaps: list[t.Gap]):
        self.asset = asset
        self.every_ms = every_ms
        self.bars = bars
        self.gaps = gaps
        """Spans of the window that could not be recorded."""

    @classmethod
    def read(
        cls, client: Any, venue: str, asset: str, every_ms: int, from_ms: int | None, to_ms: int | None
    ) -> Ohlcv:
        return run(client, read_bars(venue, asset, every_ms, from_ms, to_ms))

    @classmethod
    async def read_async(
        cls, client: Any, venue: str, asset: str, every_ms: int, from_ms: int | None, to_ms: int | None
    ) -> Ohlcv:
        return await run_async(client, read_bars(venue, asset, every_ms, from_ms, to_ms))

    def __len__(self) -> int:
        return len(self.bars)

    def __iter__(self) -> Iterator[Bar]:
        return iter(self.bars)

    def __repr__(self) -> str:
        return f"<{len(self.bars)} bars of {self.asset}, {self.every_ms} ms each>"

    def df(self, library: Library | None = None, *, title_case: bool = False) -> Any:
        """A table: begin of the bar as ``time`` in UTC (in pandas the index), open, high, low, close, volume, filled.

        Args:
            title_case: ``Open``, ``High`` … as backtesting.py and mplfinance want them, without ``filled``.
        """
        names = ("open", "high", "low", "close", "volume")
        columns: dict[str, list[Any]] = {"t": [bar["t"] for bar in self.bars]}
        for name in names:
            columns[name.title() if title_case else name] = [bar.get(name) for bar in self.bars]
        if not title_case:
            columns["filled"] = [bar["filled"] for bar in self.bars]
        return frame_from_columns(columns, choose_library(library), flags=("filled",))

    def _repr_html_(self) -> str | None:
        """The table as its library shows it in Jupyter; None, and so the short form, where none is installed."""
        try:
            table: str = self.df()._repr_html_()
        except ImportError:
            return None
        return table


def read_bars(
    venue: str, asset: str, every_ms: int, from_ms: int | None, to_ms: int | None
) -> Steps[Ohlcv]:
    """All bars of a window. An answer has the newest; those before it are asked for by an earlier end."""
    parts: list[list[Bar]] = []
    gaps: dict[tuple[int, int], t.Gap] = {}
    end = to_ms

    def asking(to: int | None) -> Callable[[Any], Any]:
        return lambda client: client.get_history_aggregate(
            venue, asset, every_ms, from_ms=from_ms, to_ms=to, op="all"
        )

    while True:
        answer = yield asking(end)
        # Asked for with `op="all"`, each has every member but `filled`, which is there where it is true.
        buckets = [cast("Bar", {"filled": False, **bucket}) for bucket in answer["buckets"]]
        parts.append(buckets)
        for gap in answer["gaps"]:
            gaps[gap["fromMs"], gap["toMs"]] = gap
        if not answer["truncated"] or not buckets:
            break
        end = buckets[0]["t"] - 1
    bars = [bar for part in reversed(parts) for bar in part]
    return Ohlcv(asset, every_ms, bars, [gaps[span] for span in sorted(gaps)])


def read_width(every: Width) -> int:
    """A width in milliseconds.

    Raises:
        ValueError: It is no width.
    """
    if isinstance(every, timedelta):
        every = every // timedelta(milliseconds=1)
    elif type(every).__name__ == "timedelta64":
        every = duration_ms(every)
    elif isinstance(every, float) and every == every // 1:
        every = int(every)
    if isinstance(every, Integral) and not isinstance(every, bool) and every > 0:
        return int(every)
    found = re.fullmatch(r"(\d+)([smhd])", str(every))
    if found is None or int(found[1]) == 0:
        raise ValueError(f"{every!r} is no width of a bar: 1m, 5m, 1h, 1d, a timedelta, or milliseconds")
    return int(found[1]) * _UNITS[found[2]]
