"""How the arguments of a method become a request."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from typing_extensions import TypeAlias

Time: TypeAlias = "int | str | datetime"
"""Epoch milliseconds, ISO 8601 (``2026-11-22``, ``2026-11-22T09:30Z``), or a datetime with a zone."""


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
        ValueError: A part of the path is empty, or a time has no zone.
    """
    path = operation.path
    for name, value in params.items():
        part = "{" + name + "}"
        if part not in path:
            continue
        if value is None or value == "":
            raise ValueError(f"{name} is required")
        path = path.replace(part, quote(str(value), safe=""))
    query = urlencode(list(_texts(operation.query, params)))
    headers = dict(_texts(operation.header, params))
    content = None
    if operation.body is not None:
        given = {name: _plain(params[name]) for name in operation.body if params[name] is not None}
        content = json.dumps(given).encode()
        headers["content-type"] = "application/json"
    return Request(operation.method, base_url + path + (f"?{query}" if query else ""), headers, content)


def to_ms(time: Time) -> int:
    """A time as epoch milliseconds.

    Raises:
        ValueError: It is no time, or a datetime without a zone.
    """
    if isinstance(time, int):
        return time
    if isinstance(time, str):
        text = time[:-1] + "+00:00" if time.endswith(("Z", "z")) else time
        parsed = datetime.fromisoformat(text)
        # A day, or a time without a zone, is meant in UTC: so the service reads it.
        time = parsed.replace(tzinfo=timezone.utc) if parsed.tzinfo is None else parsed
    if time.tzinfo is None:
        raise ValueError("a datetime needs a zone: datetime(..., tzinfo=timezone.utc)")
    return round(time.timestamp() * 1000)


def ms_or_none(time: Time | None) -> int | None:
    return None if time is None else to_ms(time)


def _texts(names: Iterable[str], params: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for name in names:
        value = _plain(params[name])
        if value is None:
            continue
        if isinstance(value, bool):
            yield name, "true" if value else "false"
        elif isinstance(value, (list, tuple)):
            yield name, ",".join(str(item) for item in value)
        else:
            yield name, str(value)


def _plain(value: Any) -> Any:
    return to_ms(value) if isinstance(value, datetime) else value
