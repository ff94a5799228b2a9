"""Recorded observations of one asset."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from .calls import Operation
from .errors import CrosstapeError
from .frames import choose_library, frame_from_arrow, frame_from_columns, reads_arrow
from .steps import Steps, run, run_async

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from .frames import Library
    from .generated import types as t
    from .generated.async_operations import AsyncOperations
    from .generated.operations import Operations

PAGE = 50_000
"""Records of one answer."""
ARROW_PAGE = 1_000_000
_ARROW = Operation(
    "GET", "/api/history/{venue}/{asset}/arrow", query=("fromMs", "toMs", "limit", "cursor")
)
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
        records, _ = yield from read_pages(self.venue, self.asset, self.from_ms, self.to_ms)
        return records

    def _read_newest(self, limit: int) -> Steps[t.GetHistoryAnswer]:
        answer: t.GetHistoryAnswer = yield asking(self.venue, self.asset, self.from_ms, self.to_ms, limit, None)
        return answer

    def _read_frame(self, library: Library) -> Steps[Any]:
        if reads_arrow(library):
            try:
                streams = yield from self._read_arrow()
            except CrosstapeError as error:
                # The tier has no exports, or the service is of a version without them: JSON says the same.
                if error.code not in ("tier_required", "not_found"):
                    raise
            else:
                return frame_from_arrow(streams, library)
        records = yield from self._read_pages()
        return frame_from_columns(_columns(records), library)

    def _read_arrow(self) -> Steps[list[bytes]]:
        """All records as Arrow streams, oldest first."""
        streams: list[bytes] = []
        cursor: str | None = None
        while True:
            answer = yield self._asking_arrow(cursor)
            streams.append(answer.content)
            cursor = answer.headers.get("x-next-cursor")
            if cursor is None:
                return streams

    def _asking_arrow(self, cursor: str | None) -> Callable[[Any], Any]:
        params = {"venue": self.venue, "asset": self.asset, "limit": ARROW_PAGE, "cursor": cursor}
        window = {"fromMs": self.from_ms, "toMs": self.to_ms}
        return lambda client: client._call(_ARROW, {**params, **window}, None)


def read_pages(
    venue: str, asset: str, from_ms: int | None, to_ms: int | None
) -> Steps[tuple[list[t.GetHistoryAnswerRecord], list[t.Gap]]]:
    """All records of a window, oldest first, and its gaps: pages come newest first, each with the gaps of the whole window."""
    pages: list[list[t.GetHistoryAnswerRecord]] = []
    gaps: list[t.Gap] = []
    cursor: str | None = None
    while True:
        answer = yield asking(venue, asset, from_ms, to_ms, PAGE, cursor)
        pages.append(answer["records"])
        if cursor is None:
            gaps = answer["gaps"]
        cursor = answer["nextCursor"]
        if cursor is None:
            return [record for page in reversed(pages) for record in page], gaps


def asking(
    venue: str, asset: str, from_ms: int | None, to_ms: int | None, limit: int, cursor: str | None
) -> Callable[[Any], Any]:
    return lambda client: client.get_history(
        venue, asset, from_ms=from_ms, to_ms=to_ms, limit=limit, cursor=cursor
    )


class History(_Window):
    """All records of one asset in a window. It is asked for when it is read."""

    def __init__(
        self, client: Operations, venue: str, asset: str, from_ms: int | None, to_ms: int | None
    ) -> None:
        super().__init__(venue, asset, from_ms, to_ms)
        self._client = client

    def records(self) -> list[t.GetHistoryAnswerRecord]:
        """All of them, oldest first."""
        return run(self._client, self._read_pages())

    def __iter__(self) -> Iterator[t.GetHistoryAnswerRecord]:
        return iter(self.records())

    def df(self, library: Library | None = None) -> Any:
        """A table: ``time`` in UTC (in pandas the index), price ``p``, volume ``v`` (missing: NaN or null), source ``s``."""
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
        self, client: AsyncOperations, venue: str, asset: str, from_ms: int | None, to_ms: int | None
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
        """A table: ``time`` in UTC (in pandas the index), price ``p``, volume ``v`` (missing: NaN or null), source ``s``."""
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
