"""How the arguments of a method become a request."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import quote, urlencode

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import SupportsIndex

    from typing_extensions import TypeAlias

class Datetime64(Protocol):
    """A time of numpy, which is not needed here."""

    def astype(self, dtype: str, /) -> Any: ...


Time: TypeAlias = "int | float | str | date | SupportsIndex | Datetime64"
"""Epoch milliseconds, ISO 8601 with its offset (``2026-11-22T09:30Z``), a date alone, a datetime with a zone, or what
numpy and pandas make of these: ``datetime64`` is UTC, as it has no zone."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One endpoint as the generated methods describe it."""

    method: str
    path: str
    """``/api/history/{venue}/{asset}``."""
    query: tuple[str, ...] = ()
    """Names of the parameters that belong into the query."""
    header: tuple[str, ...] = ()
    """Names of the parameters that are header fields."""
    body: tuple[str, ...] | None = None
    """Names of the parameters that are members of the JSON body; None: it has none."""
    lists: tuple[str, ...] = ()
    """Names of those members that are lists."""
    times: tuple[str, ...] = ()
    """Names of the parameters of the query that are times."""
    server: str = "main"
    """``bot``: the address of the bot API answers it."""


@dataclass(frozen=True, slots=True)
class Request:
    """What goes over the wire."""

    method: str
    url: str
    headers: dict[str, str]
    content: bytes | None


def prepare(base_url: str, operation: Operation, params: Mapping[str, Any]) -> Request:
    """Puts each parameter where its operation wants it; those that are None are left out.

    Raises:
        ValueError: A part of the path is empty or leads elsewhere, or a time has no zone.
    """
    path = operation.path
    for name, value in params.items():
        part = "{" + name + "}"
        if part not in path:
            continue
        if value is None or value == "":
            raise ValueError(f"{name} is required")
        if str(value) in (".", ".."):
            # However it is written in a path, it leads to another endpoint.
            raise ValueError(f"{name} cannot be {value}")
        path = path.replace(part, quote(str(value), safe=""))
    times = {name: _whole_ms(params[name]) for name in operation.times}
    query = urlencode(list(_texts(operation.query, {**params, **times})))
    headers = dict(_texts(operation.header, params))
    content = None
    if operation.body is not None:
        given = {name: _plain(params[name]) for name in operation.body if params[name] is not None}
        # One text where a list belongs is a list of one.
        given |= {name: list_texts(given[name]) for name in operation.lists if isinstance(given.get(name), str)}
        content = json.dumps(given).encode()
        headers["content-type"] = "application/json"
    return Request(operation.method, base_url + path + (f"?{query}" if query else ""), headers, content)


def to_ms(time: Time) -> int:
    """A time as epoch milliseconds.

    Raises:
        ValueError: It is no time, has no zone, or is a number of seconds, microseconds or nanoseconds.
    """
    if isinstance(time, bool):
        raise ValueError(f"{time} is no time")
    if isinstance(time, Integral):
        return _from_number(int(time))
    if isinstance(time, Real):
        return _from_number(_whole(time))
    if isinstance(time, str):
        return _from_text(time.strip())
    if isinstance(time, datetime):
        if time.tzinfo is None:
            raise ValueError("a datetime needs a zone: datetime(..., tzinfo=timezone.utc)")
        return _between_limits((time - _EPOCH) // _MILLISECOND)
    if isinstance(time, date):
        return _from_text(time.isoformat())
    if type(time).__name__ == "datetime64":
        return _from_datetime64(time)
    raise ValueError(f"{time!r} is no time: epoch milliseconds, ISO 8601 or a datetime")


_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_MILLISECOND = timedelta(milliseconds=1)
_LAST = 10**14
"""The last number that the service reads as milliseconds: the year 5138."""
_ISO = re.compile(
    r"(?P<date>\d{4}-\d{2}-\d{2})"
    r"(?:[Tt ](?P<time>\d{2}:\d{2}(?::\d{2})?)(?:\.(?P<fraction>\d{1,9}))?(?P<zone>[Zz]|[+-]\d{2}(?::?\d{2})?)?)?"
)


def _whole_ms(time: Any) -> Any:
    """A time with parts of a millisecond, such as ``time.time() * 1000``, as whole ones; others are left to the service."""
    return _whole(time) if isinstance(time, Real) and not isinstance(time, Integral) else time


def _whole(given: Real) -> int:
    if type(given).__name__ in {"float16", "float32"}:
        # Minutes apart, the times of today are one number there.
        raise ValueError(f"{given!r} has too few digits for a time: use float64 or whole milliseconds")
    number = float(given)
    if number != number or number in (float("inf"), float("-inf")):
        raise ValueError(f"{number} is no time")
    return round(number)


def _from_datetime64(time: Any) -> int:
    if str(time) == "NaT":
        raise ValueError("NaT is no time")
    return _between_limits(int(time.astype("datetime64[ms]").astype("int64")))


def _from_number(number: int) -> int:
    if number < 0:
        raise ValueError(f"{number} is before 1970")
    if 10**9 <= number <= 10**11:
        raise ValueError(f"{number} looks like seconds; use {number * 1000}")
    if number > _LAST:
        unit, parts = ("microseconds", 1000) if number <= 10**17 else ("nanoseconds", 1_000_000)
        raise ValueError(f"{number} looks like {unit}; use {number // parts}")
    return number


def _from_text(text: str) -> int:
    if re.fullmatch(r"[+-]?\d+", text):
        return _from_number(int(text))
    match = _ISO.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no time: use ISO 8601 such as 2026-11-22T09:30:00Z, or epoch milliseconds")
    day, time, fraction, zone = match.group("date", "time", "fraction", "zone")
    if time is not None and zone is None:
        raise ValueError(f"{text!r} has no zone; for UTC use {text.replace(' ', 'T')}Z")
    offset = "+00:00" if zone in {None, "Z", "z"} else zone if ":" in zone else f"{zone[:3]}:{zone[3:] or '00'}"
    # Interpreters before 3.11 read three or six digits of a second alone.
    micros = (fraction or "")[:6].ljust(6, "0")
    clock = "00:00:00" if time is None else time if time.count(":") == 2 else f"{time}:00"
    try:
        parsed = datetime.fromisoformat(f"{day}T{clock}.{micros}{offset}")
    except ValueError as error:
        raise ValueError(f"{text!r} is no time that exists") from error
    return _between_limits((parsed - _EPOCH) // _MILLISECOND)


def duration_ms(duration: Any) -> int:
    """A ``timedelta64`` of numpy in milliseconds.

    Raises:
        ValueError: It is none, or in months or years, which have no length.
    """
    if str(duration) == "NaT" or re.search(r"\[\d*[MY]\]", str(duration.dtype)):
        raise ValueError(f"{duration!r} is no duration")
    return int(duration.astype("timedelta64[ms]").astype("int64"))


def _between_limits(ms: int) -> int:
    if ms < 0:
        raise ValueError("times begin at 1970-01-01")
    return min(ms, _LAST)


def ms_or_none(time: Time | None) -> int | None:
    return None if time is None else to_ms(time)


def list_texts(given: Sequence[str]) -> list[str]:
    """A list of texts, where people give one text alone too, or several with commas between them."""
    return [text.strip() for text in given.split(",")] if isinstance(given, str) else list(given)


def _texts(names: Iterable[str], params: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for name in names:
        value = _plain(params[name])
        if value is not None:
            yield name, ",".join(map(_text, value)) if isinstance(value, list) else _text(value)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        # Where the service counts, 5.0 is none of its numbers.
        return str(int(value))
    return str(value)


def _plain(value: Any) -> Any:
    """An argument as JSON and addresses have it: times and durations in milliseconds, numbers and lists of Python's own."""
    if isinstance(value, (date, datetime)) or type(value).__name__ == "datetime64":
        return to_ms(value)
    if isinstance(value, timedelta):
        return value // _MILLISECOND
    if type(value).__name__ == "timedelta64":
        return duration_ms(value)
    if isinstance(value, (str, bool, int, float)) or value is None:
        return value
    # Those of numpy, whose JSON nobody writes.
    if type(value).__name__ in {"bool_", "bool"}:
        return bool(value)
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value)
    if isinstance(value, dict):
        return {name: _plain(member) for name, member in value.items()}
    return [_plain(item) for item in value]
