"""What both clients make of an answer, or of none."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx

from .errors import CrosstapeError, NetworkError, NoAnswerError, ServiceError, UnreadableAnswerError
from .generated.errors import BY_CODE

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


def read_error(status: int, headers: Mapping[str, str], content: bytes) -> CrosstapeError:
    """Reads the failure out of an answer that is no success."""
    body = _parse_or_none(content)
    answered = body if isinstance(body, dict) else {}
    code = answered.get("error")
    message = answered.get("message")
    request_id = answered.get("requestId")
    kind: type[CrosstapeError] = UnreadableAnswerError
    if isinstance(code, str):
        kind = BY_CODE.get(code, ServiceError)
    return kind(
        message if isinstance(message, str) else f"HTTP {status} without an error body",
        code=code if isinstance(code, str) else None,
        status=status,
        retry_after=_read_retry_after(headers.get("retry-after")),
        request_id=request_id if isinstance(request_id, str) else headers.get("x-request-id"),
        body=content.decode(errors="replace") if body is None else body,
    )


def _read_retry_after(header: str | None) -> float | None:
    """A number of seconds or a date (RFC 9110, 10.2.3)."""
    if header is None:
        return None
    if header.isdigit():
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None


def _parse_or_none(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return None
