"""What both clients make of an answer, or of none."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx

from .errors import CrosstapeError, NetworkError, NoAnswerError, UnreadableAnswerError, read_error

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    def checked(self) -> Answer:
        """The same, or the failure that it states."""
        if not 200 <= self.status < 300:
            raise read_error(self.status, self.headers, self.content)
        return self

    def json(self) -> Any:
        """The object that it is."""
        try:
            answer = json.loads(self.content)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise UnreadableAnswerError(
                "the answer is not of the documented form",
                status=self.status,
                request_id=self.headers.get("x-request-id"),
            )
        return answer


def connection_failure(cause: httpx.HTTPError, url: str, timeout: float) -> CrosstapeError:
    """The failure behind what the connection raised. It names no more of the address than who should have answered."""
    if isinstance(cause, httpx.TimeoutException):
        return too_late(timeout)
    parts = urlsplit(url)
    return NetworkError(f"the service at {parts.scheme}://{parts.netloc.rpartition('@')[2]} could not be reached")


def too_late(timeout: float) -> NoAnswerError:
    return NoAnswerError(f"no complete answer within {timeout:g} s")
