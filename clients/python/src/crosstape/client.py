"""The client that waits for its answers."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx

from .answers import Answer, connection_failure, read_error, too_late
from .calls import Operation, Request, ms_or_none, prepare
from .errors import CrosstapeError, UnreadableAnswerError
from .export import ExportSelection, export_tree
from .generated.operations import Operations
from .history import History
from .ohlcv import Ohlcv, Width, read_width
from .pair import Pair, pair_of
from .recorded import Recorded, read_books, read_changes, read_trades
from .settings import HEARTBEAT_TIMEOUT, Settings, venue_of
from .steps import run
from .streams import Resumption, Stream

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from os import PathLike

    from .calls import Time
    from .generated import types as t
    from .tree import Tree

class Crosstape(Operations):
    """The API of one service: a method for each endpoint, and what is usually done with several of them.

    Every method raises :class:`~crosstape.CrosstapeError`: each code of the service is a class of its own.

    Args:
        base_url: Where the service answers. Default: ``CROSSTAPE_URL``, else ``http://127.0.0.1:8080``.
        api_key: For premium endpoints, where the service sells them. Default: ``CROSSTAPE_API_KEY``.
        bot_url: Where the bot API answers. Default: the host of ``base_url`` at port 8081.
        timeout: Seconds for a whole answer. Streams have none.
        retries: Further tries of a read that failed for a passing reason.
        max_wait: Seconds; a failure that asks for a longer wait is raised instead of waited for.
    """

    def __init__(
        self,
        base_url: str | None = None,
        *,
        api_key: str | None = None,
        bot_url: str | None = None,
        timeout: float = 30.0,
        retries: int = 2,
        max_wait: float = 10.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._settings = Settings.read(base_url, bot_url, api_key, timeout, retries, max_wait)
        self._http = httpx.Client(headers=self._settings.headers, transport=transport, timeout=timeout)
        self._wait = time.sleep

    def history(self, asset: str, start: Time | None = None, end: Time | None = None) -> History:
        """All records of an asset between two times, both inclusive. Nothing is asked until it is read."""
        return History(self, venue_of(asset), asset, ms_or_none(start), ms_or_none(end))

    def ohlcv(
        self, asset: str, every: Width = "1h", start: Time | None = None, end: Time | None = None
    ) -> Ohlcv:
        """Bars of an asset: open, high, low, close, volume. Where nothing was recorded a bar is ``filled``, or not there.

        Args:
            every: Width of a bar: ``1m``, ``5m``, ``1h``, ``1d``, or milliseconds.
        """
        return Ohlcv.read(self, venue_of(asset), asset, read_width(every), ms_or_none(start), ms_or_none(end))

    def pair(self, a: str, b: str, start: Time | None = None, end: Time | None = None) -> Pair:
        """Both markets of a link as of each other's times, with gaps as holes and how each ended.

        Args:
            a: Asset of one market, ``b``: of the other. Whether they ask the same question, ``get_links`` says.
        """
        return pair_of(self, (venue_of(a), a), (venue_of(b), b), ms_or_none(start), ms_or_none(end))

    def book_at(self, asset: str, at: Time, levels: int | None = None) -> t.GetBookAtAnswer:
        """The recorded book of an asset at a moment; None in its place where it was not recorded, with the reason."""
        return self.get_book_at(asset, at, levels=levels)

    def books(
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
        return run(self, read_books(asset, *window, read_width(every), levels))

    def book_changes(
        self, asset: str, start: Time | None = None, end: Time | None = None
    ) -> Recorded[t.TapeChange]:
        """Every change of the book of an asset, oldest first. Default: the last hour."""
        return run(self, read_changes(asset, ms_or_none(start), ms_or_none(end)))

    def trades(
        self, asset: str, start: Time | None = None, end: Time | None = None
    ) -> Recorded[t.TapeTrade]:
        """Every recorded trade of an asset, oldest first, with the side of its taker. Default: the last hour."""
        return run(self, read_trades(asset, ms_or_none(start), ms_or_none(end)))

    def export(
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
        return run(self, export_tree(directory, selection, force))

    def stream(
        self, asset: str, *, last_event_id: str | None = None, max_attempts: int | None = None
    ) -> Stream[t.StreamAssetFrame]:
        """The price of an asset as it moves. Outlives lost connections and restarts of the service."""
        return self.stream_asset(asset, last_event_id=last_event_id, max_attempts=max_attempts)

    def close(self) -> None:
        """Gives up the connections."""
        self._http.close()

    def __enter__(self) -> Crosstape:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read_json(self, operation: Operation, params: Mapping[str, Any], timeout: float | None) -> Any:
        return self._call(operation, params, timeout).json()

    def _read_text(self, operation: Operation, params: Mapping[str, Any], timeout: float | None) -> str:
        return self._call(operation, params, timeout).content.decode()

    def _read_bytes(self, operation: Operation, params: Mapping[str, Any], timeout: float | None) -> bytes:
        return self._call(operation, params, timeout).content

    def _call(self, operation: Operation, params: Mapping[str, Any], timeout: float | None) -> Answer:
        request = prepare(self._settings.url_of(operation), operation, params)
        attempt = 0
        while True:
            try:
                return self._once(request, self._settings.timeout if timeout is None else timeout)
            except CrosstapeError as error:
                pause = self._settings.wait_before_retry(operation, error, attempt)
            self._wait(pause)
            attempt += 1

    def _once(self, request: Request, timeout: float) -> Answer:
        # The timeout of the library is that of each step: what trickles would never end.
        deadline = time.monotonic() + timeout
        content = bytearray()
        try:
            with self._http.stream(
                request.method, request.url, headers=request.headers, content=request.content, timeout=timeout
            ) as response:
                for chunk in response.iter_bytes():
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
    ) -> Stream[Any]:
        request = prepare(self._settings.url_of(operation), operation, params)

        @contextmanager
        def connect(last_id: str) -> Iterator[Iterator[bytes]]:
            headers = {**request.headers, "accept": "text/event-stream"}
            if last_id:
                headers["last-event-id"] = last_id
            timeout = httpx.Timeout(self._settings.timeout, read=HEARTBEAT_TIMEOUT)
            with self._http.stream(
                request.method, request.url, headers=headers, content=request.content, timeout=timeout
            ) as response:
                if not response.is_success:
                    raise read_error(response.status_code, response.headers, response.read())
                if not response.headers.get("content-type", "").startswith("text/event-stream"):
                    raise UnreadableAnswerError("the answer is no stream", status=response.status_code)
                yield response.iter_bytes()

        return Stream(connect, Resumption(last_event_id, max_attempts, self._settings.random), self._wait)
