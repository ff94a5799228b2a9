"""Reads server-sent events as the HTML standard describes them."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_MESSAGE_CHARS = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Message:
    """One event, or a hint that came alone."""

    last_event_id: str
    event: str
    data: str | None
    """None: nothing but an id or a waiting time came."""
    retry: float | None
    """Seconds to wait before the next connection; None when it does not say."""


class EventStreamParser:
    """Takes bytes as they come, gives messages when they are whole.

    Lines end by CR, LF or both alone: the text of a frame may hold every other separator.
    """

    def __init__(self, last_event_id: str = "") -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._rest = ""
        self._begin_of_stream = True
        self._last_event_id = last_event_id
        self._data: list[str] = []
        self._data_chars = 0
        self._event = ""
        self._retry: float | None = None

    def push(self, chunk: bytes) -> Iterator[Message]:
        """The messages that this piece completes.

        Raises:
            ValueError: A message is larger than 16 Mi characters.
        """
        text = self._decoder.decode(chunk)
        if self._begin_of_stream and text != "":
            text = text.removeprefix("\ufeff")
            self._begin_of_stream = False
        # A CR at the very end may be the first half of a line's end.
        text = self._rest + text
        held = "\r" if text.endswith("\r") else ""
        lines = text.removesuffix("\r").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._rest = lines.pop() + held
        for line in lines:
            message = self._take(line)
            if message is not None:
                yield message
        if len(self._rest) + self._data_chars > MAX_MESSAGE_CHARS:
            raise ValueError(f"a message is larger than {MAX_MESSAGE_CHARS} characters")

    def _take(self, line: str) -> Message | None:
        if line == "":
            return self._finish()
        # A line that begins with a colon is a comment: a heartbeat, which says that the connection lives.
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
            self._data_chars += len(value)
        elif name == "event":
            self._event = value
        elif name == "id" and "\0" not in value:
            self._last_event_id = value
        elif name == "retry" and value.isdigit():
            self._retry = int(value) / 1000
        return None

    def _finish(self) -> Message | None:
        data = "\n".join(self._data) if self._data else None
        message = Message(self._last_event_id, self._event or "message", data, self._retry)
        is_empty = data is None and self._retry is None
        self._reset()
        return None if is_empty else message

    def _reset(self) -> None:
        self._data = []
        self._data_chars = 0
        self._event = ""
        self._retry = None
