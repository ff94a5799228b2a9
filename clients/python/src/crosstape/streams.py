"""Streams that outlive their connections."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

import httpx

from .errors import CrosstapeError, NetworkError, StreamEndedError, StreamSilentError, UnreadableAnswerError
from .event_stream import EventStreamParser, Message

FIRST_WAIT = 1.0
MAX_WAIT = 30.0

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Frame(Generic[T]):
    """What was sent, in order. After a break the missed frames come first, unless a :class:`Resync` says otherwise."""

    id: str
    data: T
    kind: Literal["frame"] = "frame"


@dataclass(frozen=True, slots=True)
class Resync:
    """Frames were lost: the service does not hold them any more. What follows starts anew."""

    last_event_id: str
    kind: Literal["resync"] = "resync"


@dataclass(frozen=True, slots=True)
class Reconnecting:
    """The connection is gone. The stream waits, and then connects again on its own."""

    attempt: int
    """1 for the first try since the last frame."""
    wait: float
    """Seconds."""
    error: CrosstapeError
    kind: Literal["reconnecting"] = "reconnecting"


class Resumption:
    """Where a stream stands, and when it tries again. It asks nobody: both kinds of stream drive it."""

    def __init__(self, last_event_id: str | None, max_attempts: int | None, random: Callable[[], float]) -> None:
        self.last_event_id = last_event_id or ""
        self._max_attempts = max_attempts
        self._random = random
        self._hint = FIRST_WAIT
        self._attempt = 0

    def take(self, message: Message) -> Frame[Any] | Resync | None:
        """What a message says to the loop over the stream; None: nothing."""
        self.last_event_id = message.last_event_id
        if message.retry is not None:
            self._hint = message.retry
        if message.data is None:
            return None
        self._attempt = 0
        try:
            parsed = json.loads(message.data)
        except ValueError as cause:
            raise UnreadableAnswerError("a frame of the stream is not JSON") from cause
        if message.event != "resync":
            return Frame(message.last_event_id, parsed)
        return Resync(str(parsed.get("lastEventId", "")) if isinstance(parsed, dict) else "")

    def fail(self, error: CrosstapeError) -> Reconnecting:
        """What follows a failure. Raises it when another try does not mend it, or there were enough."""
        self._attempt += 1
        is_last = self._max_attempts is not None and self._attempt >= self._max_attempts
        if not error.is_retryable or is_last:
            raise error
        wait = error.retry_after
        if wait is None:
            # Half to whole of the hint, doubled with every try in a row, so that readers do not come back all at once.
            most = min(max(self._hint, MAX_WAIT), self._hint * 2 ** min(self._attempt - 1, 16))
            wait = most * (0.5 + self._random() / 2)
        return Reconnecting(self._attempt, wait, error)


def as_failure(error: Exception) -> CrosstapeError:
    """The failure behind what a connection raised."""
    if isinstance(error, CrosstapeError):
        return error
    if isinstance(error, httpx.ReadTimeout):
        return StreamSilentError("the stream sent nothing, not even a heartbeat")
    if isinstance(error, httpx.HTTPError):
        return NetworkError(f"the connection of the stream broke: {error}")
    if isinstance(error, ValueError):
        return UnreadableAnswerError(str(error))
    raise error


class Stream(Generic[T]):
    """A stream to loop over. Leave the loop, or close it, and the connection ends."""

    def __init__(
        self,
        connect: Callable[[str], AbstractContextManager[Iterator[bytes]]],
        resumption: Resumption,
        wait: Callable[[float], None],
    ) -> None:
        self._connect = connect
        self._resumption = resumption
        self._wait = wait
        self._is_closed = False
        self._events: Any = None

    @property
    def last_event_id(self) -> str:
        """Of the newest frame: a later stream goes on behind it when it is given this."""
        return self._resumption.last_event_id

    def __iter__(self) -> Iterator[Frame[T] | Resync | Reconnecting]:
        # Each loop has a generator that nothing else holds, so that it ends when its loop is left.
        return self._loop()

    def frames(self) -> Iterator[T]:
        """The data of each frame alone. Lost frames are passed over: loop over the stream itself to learn of them."""
        for event in self:
            if event.kind == "frame":
                yield event.data

    def close(self) -> None:
        """Ends the connection. A loop over a closed stream has no turns."""
        self._is_closed = True
        if self._events is not None:
            self._events.close()

    def _loop(self) -> Iterator[Frame[T] | Resync | Reconnecting]:
        if self._is_closed:
            return
        events = self._events = self._run()
        try:
            yield from events
        finally:
            events.close()

    def __enter__(self) -> Stream[T]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> Any:
        state = self._resumption
        while True:
            try:
                with self._connect(state.last_event_id) as chunks:
                    parser = EventStreamParser(state.last_event_id)
                    for chunk in chunks:
                        for message in parser.push(chunk):
                            event = state.take(message)
                            if event is not None:
                                yield event
                error: Exception = StreamEndedError("the service ended the stream")
            except Exception as caught:
                error = caught
            pause = state.fail(as_failure(error))
            yield pause
            self._wait(pause.wait)


class AsyncStream(Generic[T]):
    """A stream to loop over with ``async for``. Leave the loop, or close it, and the connection ends."""

    def __init__(
        self,
        connect: Callable[[str], AbstractAsyncContextManager[AsyncIterator[bytes]]],
        resumption: Resumption,
        wait: Callable[[float], Awaitable[None]],
    ) -> None:
        self._connect = connect
        self._resumption = resumption
        self._wait = wait
        self._is_closed = False
        self._events: Any = None

    @property
    def last_event_id(self) -> str:
        """Of the newest frame: a later stream goes on behind it when it is given this."""
        return self._resumption.last_event_id

    def __aiter__(self) -> AsyncIterator[Frame[T] | Resync | Reconnecting]:
        return self._loop()

    async def frames(self) -> AsyncIterator[T]:
        """The data of each frame alone. Lost frames are passed over: loop over the stream itself to learn of them."""
        async for event in self:
            if event.kind == "frame":
                yield event.data

    async def close(self) -> None:
        """Ends the connection. A loop over a closed stream has no turns."""
        self._is_closed = True
        if self._events is not None:
            await self._events.aclose()

    async def _loop(self) -> AsyncIterator[Frame[T] | Resync | Reconnecting]:
        if self._is_closed:
            return
        events = self._events = self._run()
        try:
            async for event in events:
                yield event
        finally:
            await events.aclose()

    async def __aenter__(self) -> AsyncStream[T]:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _run(self) -> Any:
        state = self._resumption
        while True:
            try:
                async with self._connect(state.last_event_id) as chunks:
                    parser = EventStreamParser(state.last_event_id)
                    async for chunk in chunks:
                        for message in parser.push(chunk):
                            event = state.take(message)
                            if event is not None:
                                yield event
                error: Exception = StreamEndedError("the service ended the stream")
            except Exception as caught:
                error = caught
            pause = state.fail(as_failure(error))
            yield pause
            await self._wait(pause.wait)
