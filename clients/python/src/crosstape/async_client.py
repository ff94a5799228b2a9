"""The client whose answers are awaited."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import httpx

from .answers import Answer, connection_failure, read_error, too_late
from .calls import Operation, Request, ms_or_none, prepare
from .errors import CrosstapeError, UnreadableAnswerError
from .export import ExportSelection, export_tree
from .generated.async_operations import AsyncOperations
from .history import AsyncHistory
from .ohlcv import Ohlcv, Width, read_width
from .pair import Pair, pair_of_async
from .recorded import Recorded, read_books, read_changes, read_trades
from .settings import HEARTBEAT_TIMEOUT, Settings, venue_of
from .steps import run_async
from .streams import AsyncStream, Resumption

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence
    from os import PathLike

    from .calls import Time
    from .generated import types as t
    from .tree import Tree

class AsyncCrosstape(AsyncOperations):
    """:class:`~crosstape.Crosstape` to be awaited: the same methods with the same arguments."""

    def __init__(
        self,
        base_url: str | None = None,
        *,
        api_key: str | None = None,
        bot_url: str | None = None,
        timeout: float = 30.0,
        retries: int = 2,
        max_wait: float = 10.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._settings = Settings.read(base_url, bot_url, api_key, timeout, retries, max_wait)
        self._http = httpx.AsyncClient(headers=self._settings.headers, transport=transport, timeout=timeout)
        self._wait = asyncio.sleep

    def history(self, asset: str, start: Time | None = None, end: Time | None = None) -> AsyncHistory:
        """All records of an asset between two times, both inclusive. Nothing is asked until it is read."""
        return AsyncHistory(self, venue_of(asset), asset, ms_or_none(start), ms_or_none(end))

    async def ohlcv(
        self, asset: str, every: Width = "1h", start: Time | None = None, end: Time | None = None
    ) -> Ohlcv:
        """Bars of an asset: open, high, low, close, volume. Where nothing was recorded a bar is ``filled``, or not there.

        Args:
            every: Width of a bar: ``1m``, ``5m``, ``1h``, ``1d``, or milliseconds.
        """
        return await Ohlcv.read_async(self, venue_of(asset), asset, read_width(every), ms_or_none(start), ms_or_none(end))

    async def pair(
        self, a: str, b: str, start: Time | None = None, end: Time | None = None
    ) -> Pair:
        """Both markets of a link as of each other's times, with gaps as holes and how each ended."""
        window = (ms_or_none(start), ms_or_none(end))
        return await pair_of_async(self, (venue_of(a), a), (venue_of(b), b), *window)

    async def book_at(self, asset: str, at: Time, levels: int | None = None) -> t.GetBookAtAnswer:
        """The recorded book of an asset at a moment; None in its place where it was not recorded, with the reason."""
        return await self.get_book_at(asset, at, levels=levels)

    async def books(
        self,
        asset: str,
        start: Time | None = None,
        end: Time | None = None,
        every: Width = "1s",
        levels: int = 10,
    ) -> list[t.TapeBook]:
        """The recorded book at each step of a window, oldest first. Default: the last hour.

        Args:
            every: Time between two steps: ``1s``, ``1m``, a timedelta, or milliseconds.
            levels: Most levels of a side.
        """
        window = (ms_or_none(start), ms_or_none(end))
        return await run_async(self, read_books(asset, *window, read_width(every), levels))

    async def book_changes(
        self, asset: str, start: Time | None = None, end: Time | None = None
    ) -> Recorded[t.TapeChange]:
        """Every change of the book of an asset, oldest first. Default: the last hour."""
        return await run_async(self, read_changes(asset, ms_or_none(start), ms_or_none(end)))

    async def trades(
        self, asset: str, start: Time | None = None, end: Time | None = None
    ) -> Recorded[t.TapeTrade]:
        """Every recorded trade of an asset, oldest first, with the side of its taker. Default: the last hour."""
        return await run_async(self, read_trades(asset, ms_or_none(start), ms_or_none(end)))

    async def export(
        self,
        directory: str | PathLike[str],
        venues: Sequence[str] | None = None,
        assets: Sequence[str] | None = None,
        start: Time | None = None,
        end: Time | None = None,
        *,
        tables: Sequence[str] | None = None,
        force: bool = False,
    ) -> Tree:
        """Mirrors everything that the service has recorded of days that are over, as Parquet files by venue and day.

        What is there already stays, each file is compared with its sha256, and a run that was interrupted goes on
        where it was. The same directory can be continued by ``crosstape export --url``.

        Args:
            directory: Empty, or what an earlier export has begun.
            venues: Those alone. Default: all that the key may read.
            assets: Those alone, at most 200, by their ids. Default: all of the venues.
            start, end: Days that overlap are taken whole.
            tables: Those alone, such as ``["books", "trades"]``. Default: all but these two, which are large.
            force: Also where the directory has rows that the service lacks: those are lost.

        Raises:
            NewerTreeError: The directory has rows that the service lacks, as after a restore of that. A ``ValueError``.
            ValueError: The directory holds something else: other files, another history, another selection.
            RuntimeError: Another process writes into the directory.
        """
        selection = ExportSelection(venues, assets, ms_or_none(start), ms_or_none(end), tables)
        return await run_async(self, export_tree(directory, selection, force))

    def stream(
        self, asset: str, *, last_event_id: str | None = None, max_attempts: int | None = None
    ) -> AsyncStream[t.StreamAssetFrame]:
        """The price of an asset as it moves. Outlives lost connections and restarts of the service."""
        return self.stream_asset(asset, last_event_id=last_event_id, max_attempts=max_attempts)

    async def close(self) -> None:
        """Gives up the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> AsyncCrosstape:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _read_json(self, operation: Operation, params: Mapping[str, Any], timeout: float | None) -> Any:
        return (await self._call(operation, params, timeout)).json()

    async def _read_text(self, operation: Operation, params: Mapping[str, Any], timeout: float | None) -> str:
        return (await self._call(operation, params, timeout)).content.decode()

    async def _read_bytes(self, operation: Operation, params: Mapping[str, Any], timeout: float | None) -> bytes:
        return (await self._call(operation, params, timeout)).content

    async def _call(self, operation: Operation, params: Mapping[str, Any], timeout: float | None) -> Answer:
        request = prepare(self._settings.url_of(operation), operation, params)
        attempt = 0
        while True:
            try:
                return await self._once(request, self._settings.timeout if timeout is None else timeout)
            except CrosstapeError as error:
                pause = self._settings.wait_before_retry(operation, error, attempt)
            await self._wait(pause)
            attempt += 1

    async def _once(self, request: Request, timeout: float) -> Answer:
        # The timeout of the library is that of each step: what trickles would never end.
        deadline = time.monotonic() + timeout
        content = bytearray()
        try:
            async with self._http.stream(
                request.method, request.url, headers=request.headers, content=request.content, timeout=timeout
            ) as response:
                async for chunk in response.aiter_bytes():
                    content += chunk
                    if time.monotonic() > deadline:
                        raise too_late(timeout)
        except httpx.HTTPError as cause:
            raise connection_failure(cause, request.url, timeout) from cause
        return Answer(response.status_code, response.headers, bytes(content)).checked()

    def _open_stream(
        self,
        operation: Operation,
        params: Mapping[str, Any],
        last_event_id: str | None,
        max_attempts: int | None,
    ) -> AsyncStream[Any]:
        request = prepare(self._settings.url_of(operation), operation, params)

        @asynccontextmanager
        async def connect(last_id: str) -> AsyncIterator[AsyncIterator[bytes]]:
            headers = {**request.headers, "accept": "text/event-stream"}
            if last_id:
                headers["last-event-id"] = last_id
            timeout = httpx.Timeout(self._settings.timeout, read=HEARTBEAT_TIMEOUT)
            async with self._http.stream(
                request.method, request.url, headers=headers, content=request.content, timeout=timeout
            ) as response:
                if not response.is_success:
                    raise read_error(response.status_code, response.headers, await response.aread())
                if not response.headers.get("content-type", "").startswith("text/event-stream"):
                    raise UnreadableAnswerError("the answer is no stream", status=response.status_code)
                yield response.aiter_bytes()

        return AsyncStream(connect, Resumption(last_event_id, max_attempts, self._settings.random), self._wait)
