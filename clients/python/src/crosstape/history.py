"""Recorded observations of one asset."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from .frames import choose_library, frame_from_columns
from .steps import Steps, run, run_async

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from .async_client import AsyncCrosstape
    from .client import Crosstape
    from .frames import Library
    from .generated import types as t

PAGE = 50_000
"""Records of one answer."""
SHOWN = 10


class _Window:
    """What is asked for, and how it is read, page by page."""

    def __init__(self, venue: str, asset: str, from_ms: int | None, to_ms: int | None) -> None:
        self.venue = venue
        self.asset = asset
        self.from_ms = from_ms
        self.to_ms = to_ms

    def __repr__(self) -> str:
        return f"<history of {self.asset}, from_ms={self.from_ms}, to_ms={self.to_ms}>"

    def _read_pages(self) -> Steps[list[t.GetHistoryAnswerRecord]]:
        """All records, oldest first: pages come newest first."""
        pages: list[list[t.GetHistoryAnswerRecord]] = []
        cursor: str | None = None
        while True:
            answer = yield self._asking(PAGE, cursor)
            pages.append(answer["records"])
            cursor = answer["nextCursor"]
            if cursor is None:
                return [record for page in reversed(pages) for record in page]

    def _read_newest(self, limit: int) -> Steps[t.GetHistoryAnswer]:
        answer: t.GetHistoryAnswer = yield self._asking(limit, None)
        return answer

    def _read_frame(self, library: Library) -> Steps[Any]:
        records = yield from self._read_pages()
        return frame_from_columns(_columns(records), library)

    def _asking(self, limit: int, cursor: str | None) -> Callable[[Any], Any]:
        return lambda client: client.get_history(
            self.venue, self.asset, from_ms=self.from_ms, to_ms=self.to_ms, limit=limit, cursor=cursor
        )


class History(_Window):
    """All records of one asset in a window. It is asked for when it is read."""

    def __init__(
        self, client: Crosstape, venue: str, asset: str, from_ms: int | None, to_ms: int | None
    ) -> None:
        super().__init__(venue, asset, from_ms, to_ms)
        self._client = client

    def records(self) -> list[t.GetHistoryAnswerRecord]:
        """All of them, oldest first."""
        return run(self._client, self._read_pages())

    def __iter__(self) -> Iterator[t.GetHistoryAnswerRecord]:
        return iter(self.records())

    def df(self, library: Library | None = None) -> Any:
        """A table: time ``t`` in UTC (in pandas the index), price ``p``, volume ``v`` (missing: NaN or null), source ``s``."""
        return run(self._client, self._read_frame(choose_library(library)))

    def gaps(self) -> list[t.Gap]:
        """Spans of the window that could not be recorded."""
        return run(self._client, self._read_newest(1))["gaps"]

    def coverage(self) -> t.Coverage:
        """How much of the window is recorded."""
        return run(self._client, self._read_newest(1))["coverage"]

    def _repr_html_(self) -> str:
        return _html(self.asset, run(self._client, self._read_newest(SHOWN)))


class AsyncHistory(_Window):
    """The same, to be awaited."""

    def __init__(
        self, client: AsyncCrosstape, venue: str, asset: str, from_ms: int | None, to_ms: int | None
    ) -> None:
        super().__init__(venue, asset, from_ms, to_ms)
        self._client = client

    async def records(self) -> list[t.GetHistoryAnswerRecord]:
        """All of them, oldest first."""
        return await run_async(self._client, self._read_pages())

    async def __aiter__(self) -> AsyncIterator[t.GetHistoryAnswerRecord]:
        for record in await self.records():
            yield record

    async def df(self, library: Library | None = None) -> Any:
        """A table: time ``t`` in UTC (in pandas the index), price ``p``, volume ``v`` (missing: NaN or null), source ``s``."""
        return await run_async(self._client, self._read_frame(choose_library(library)))

    async def gaps(self) -> list[t.Gap]:
        """Spans of the window that could not be recorded."""
        return (await run_async(self._client, self._read_newest(1)))["gaps"]

    async def coverage(self) -> t.Coverage:
        """How much of the window is recorded."""
        return (await run_async(self._client, self._read_newest(1)))["coverage"]


def _columns(records: list[t.GetHistoryAnswerRecord]) -> dict[str, list[Any]]:
    return {
        "t": [record["t"] for record in records],
        "p": [record["p"] for record in records],
        "v": [record.get("v") for record in records],
        "s": [record.get("s") for record in records],
    }


def _html(asset: str, answer: t.GetHistoryAnswer) -> str:
    """The newest records as Jupyter shows them."""
    rows = "".join(
        f"<tr><td>{_iso(record['t'])}</td><td>{record['p']}</td><td>{record.get('v', '')}</td></tr>"
        for record in answer["records"]
    )
    caption = f"{escape(asset)}: the newest {len(answer['records'])} records, {len(answer['gaps'])} gaps"
    return (
        f"<table><caption>{caption}</caption>"
        f"<thead><tr><th>t (UTC)</th><th>p</th><th>v</th></tr></thead><tbody>{rows}</tbody></table>"
    )


def _iso(ms: int) -> str:
    from datetime import datetime, timezone

    return datetime.fromtimestamp(ms / 1000, timezone.utc).isoformat(sep=" ", timespec="milliseconds")[:-6]
