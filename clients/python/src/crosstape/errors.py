"""What can go wrong, and whether another try may mend it."""

from __future__ import annotations

from typing import Any

_PASSING_STATUS = frozenset({408, 429, 502, 503, 504})
# Failures with a status that passes elsewhere, but which waiting a moment does not end.
_LASTING = frozenset(
    {
        "quota_exceeded",
        "feed_down",
        "snapshotter_down",
        "provider_not_configured",
        "vault_not_configured",
        "deposits_not_configured",
        "live_execution_disabled",
    }
)


class CrosstapeError(Exception):
    """Every failure that the client raises."""

    code: str = "unknown"
    """Stable: compare this, not the message."""

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        status: int | None = None,
        retry_after: float | None = None,
        request_id: str | None = None,
        body: Any = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code
        self.status = status
        """HTTP status; None when there was no answer."""
        self.retry_after = retry_after
        """Seconds that the service asks to wait before the next try; None when it does not say."""
        self.request_id = request_id
        """Finds the request in the log of the service; None when there was no answer."""
        self.body = body
        """The whole body: some failures carry more than their message."""

    def __str__(self) -> str:
        status = "" if self.status is None else f" (HTTP {self.status})"
        return f"{self.code}{status}: {self.message}"

    @property
    def parameter(self) -> str | None:
        """The parameter at fault, where the service names one."""
        found = self.body.get("parameter") if isinstance(self.body, dict) else None
        return found if isinstance(found, str) else None

    @property
    def is_retryable(self) -> bool:
        """Whether the same request may well work a moment later."""
        if self.code in _LASTING:
            return False
        return self.status in _PASSING_STATUS


class ServiceError(CrosstapeError):
    """The service answered with a failure. Each code has a class of its own; a newer service's code has this one."""


class LocalError(CrosstapeError):
    """There was no answer, or none of the service's own."""

    @property
    def is_retryable(self) -> bool:
        return True


class NetworkError(LocalError):
    """The service could not be reached, or the connection broke."""

    code = "network"


class NoAnswerError(LocalError):
    """No complete answer came within the timeout."""

    code = "timeout"


class NewerTreeError(ValueError):
    """A mirror has rows that its service lacks, as after a restore of that. Nothing of those rows was changed."""


class UnreadableAnswerError(LocalError):
    """The answer is not of the documented form; something between may have written it."""

    code = "unreadable_answer"

    @property
    def is_retryable(self) -> bool:
        return self.status in _PASSING_STATUS


class StreamSilentError(LocalError):
    """A stream sent nothing, not even a heartbeat."""

    code = "stream_silent"


class StreamEndedError(LocalError):
    """The service ended a stream."""

    code = "stream_ended"
