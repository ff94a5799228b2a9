"""What a client was told, and what it makes of a failure."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from .generated.errors import AssetNotFoundError
from .generated.venues import VENUE_BY_PREFIX

if TYPE_CHECKING:
    from collections.abc import Callable

    from .calls import Operation
    from .errors import CrosstapeError

DEFAULT_URL = "http://127.0.0.1:8080"
BOT_PORT = 8081
FIRST_RETRY = 0.3
HEARTBEAT_TIMEOUT = 60.0
"""Seconds without anything on a stream; heartbeats come every 25."""


@dataclass(frozen=True)
class Settings:
    """Where a service answers, and how patiently it is asked."""

    base_url: str
    bot_url: str
    api_key: str | None = field(repr=False)
    timeout: float
    """Seconds for a whole answer."""
    retries: int
    max_wait: float
    """Seconds; a failure that asks for a longer wait is raised."""
    random: Callable[[], float] = field(default=random.random, repr=False)

    @staticmethod
    def read(
        base_url: str | None,
        bot_url: str | None,
        api_key: str | None,
        timeout: float,
        retries: int,
        max_wait: float,
    ) -> Settings:
        """Arguments first, then ``CROSSTAPE_URL`` and ``CROSSTAPE_API_KEY``, then what is usual."""
        base = _with_scheme(base_url or os.environ.get("CROSSTAPE_URL") or DEFAULT_URL).rstrip("/")
        key = api_key if api_key is not None else os.environ.get("CROSSTAPE_API_KEY")
        return Settings(base, _with_scheme(bot_url or _beside(base)).rstrip("/"), key or None, timeout, retries, max_wait)

    def url_of(self, operation: Operation) -> str:
        return self.bot_url if operation.server == "bot" else self.base_url

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.api_key is None else {"authorization": f"Bearer {self.api_key}"}

    def wait_before_retry(self, operation: Operation, error: CrosstapeError, attempt: int) -> float:
        """Seconds until the next try. Raises the failure where there is none.

        What writes is tried once: the service may have done it although its answer was lost.
        """
        if operation.method != "GET" or not error.is_retryable or attempt >= self.retries:
            raise error
        wait = error.retry_after
        if wait is None:
            wait = FIRST_RETRY * 2**attempt * (0.5 + self.random() / 2)
        if wait > self.max_wait:
            raise error
        return wait


_BY_PREFIX = {**VENUE_BY_PREFIX, "ref-": "ref"}


def venue_of(asset: str) -> str:
    """The venue of an asset by its id; ``ref`` of a reference price.

    Raises:
        AssetNotFoundError: No venue's ids begin so.
    """
    lower = asset.lower()
    for prefix, venue in _BY_PREFIX.items():
        if lower.startswith(prefix) and len(lower) > len(prefix):
            return venue
    known = ", ".join(sorted(_BY_PREFIX))
    raise AssetNotFoundError(f"{asset!r} is no asset id: it begins with none of {known}")


def _with_scheme(address: str) -> str:
    """``127.0.0.1:8080`` as people write it."""
    address = address.strip()
    return address if "://" in address else f"http://{address.lstrip('/')}"


def _beside(base_url: str) -> str:
    """The bot API of the same host."""
    parts = urlsplit(base_url)
    host = parts.hostname or "127.0.0.1"
    shown = f"[{host}]" if ":" in host else host
    return urlunsplit((parts.scheme, f"{shown}:{BOT_PORT}", "", "", ""))
