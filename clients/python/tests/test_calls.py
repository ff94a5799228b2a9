"""What is sent, what is made of failures, and how streams are read, without a service."""

from __future__ import annotations

import asyncio
from datetime import date, datetime, timedelta, timezone
from itertools import count, islice
from typing import TYPE_CHECKING, Any

import httpx
import numpy
import pandas
import polars
import pytest

import crosstape
from crosstape import (
    AssetNotFoundError,
    AsyncCrosstape,
    Crosstape,
    CrosstapeError,
    NetworkError,
    NoAnswerError,
    RateLimitedError,
    ServiceError,
    UnreadableAnswerError,
)
from crosstape.calls import Operation, prepare, to_ms
from crosstape.event_stream import EventStreamParser
from crosstape.ohlcv import read_width
from crosstape.settings import venue_of
from crosstape.tree import _columns

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    Handler = Callable[[httpx.Request], httpx.Response]

JSON = {"content-type": "application/json"}


def client_of(handler: Handler, **options: float) -> tuple[Crosstape, list[float]]:
    client = Crosstape("http://service.test", transport=httpx.MockTransport(handler), **options)  # type: ignore[arg-type]
    waits: list[float] = []
    client._wait = waits.append  # type: ignore[assignment]
    return client, waits


def refuse(code: str, status: int, **headers: str) -> httpx.Response:
    return httpx.Response(status, headers=headers, json={"ok": False, "error": code, "message": "no"})


def test_arguments_stand_where_the_endpoint_wants_them() -> None:
    seen: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200, json={"ok": True})

    client, _ = client_of(handler)
    client.get_history("kalshi", "a/b c", from_ms=datetime(2026, 11, 22, tzinfo=timezone.utc), limit=5)
    client.get_index(kind=["perp", "pred"], fresh=True)
    client.trade(venue="hyperliquid", asset="hl-BTC", side="buy", size_usd=12, mark_price=1.0)
    assert str(seen[0].url) == "http://service.test/api/history/kalshi/a%2Fb%20c?fromMs=1795305600000&limit=5"
    assert dict(seen[1].url.params) == {"kind": "perp,pred", "fresh": "true"}
    assert seen[2].url.port == 8081 and seen[2].headers["content-type"] == "application/json"
    assert b'"sizeUsd": 12' in seen[2].content and b"close" not in seen[2].content


def test_a_read_is_tried_again_as_the_service_asks_and_no_longer_than_allowed() -> None:
    answers = [refuse("rate_limited", 429, **{"retry-after": "3"}), httpx.Response(200, json={"ok": True})]
    client, waits = client_of(lambda _: answers.pop(0))
    assert client.get_health() == {"ok": True}
    assert waits == [3.0]

    client, waits = client_of(lambda _: refuse("rate_limited", 429, **{"retry-after": "60"}))
    with pytest.raises(RateLimitedError) as raised:
        client.get_health()
    assert raised.value.retry_after == 60 and waits == []


def test_what_writes_is_sent_once() -> None:
    calls = 0

    def handler(_: httpx.Request) -> httpx.Response:
        nonlocal calls
        calls += 1
        raise httpx.ConnectError("gone")

    client, waits = client_of(handler)
    with pytest.raises(NetworkError):
        client.control_bot(kill=True)
    assert calls == 1 and waits == []
    with pytest.raises(NetworkError):
        client.get_health()
    assert calls == 4 and len(waits) == 2


def test_codes_that_are_not_known_and_answers_of_strangers() -> None:
    client, _ = client_of(lambda _: refuse("of_tomorrow", 409))
    with pytest.raises(ServiceError) as newer:
        client.get_health()
    assert newer.value.code == "of_tomorrow"
    for response in (httpx.Response(502, text="<html>"), httpx.Response(200, text="<html>"), httpx.Response(200, json=[])):
        client, _ = client_of(lambda _, response=response: response, retries=0)  # type: ignore[misc]
        with pytest.raises(UnreadableAnswerError):
            client.get_health()


def test_an_answer_that_trickles_ends_at_the_timeout() -> None:
    def trickle() -> object:
        import time

        while True:
            time.sleep(0.02)
            yield b" "

    client, _ = client_of(lambda _: httpx.Response(200, content=trickle()), retries=0, timeout=0.1)  # type: ignore[arg-type]
    with pytest.raises(NoAnswerError):
        client.get_health()


def test_no_address_and_no_key_stand_in_a_failure() -> None:
    def handler(_: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("gone")

    client = Crosstape(
        "http://user:secret@service.test", api_key="ct_live_x", retries=0, transport=httpx.MockTransport(handler)
    )
    with pytest.raises(CrosstapeError) as raised:
        client.get_health()
    assert "secret" not in str(raised.value) and "ct_live" not in repr(client._settings)


def test_a_stream_goes_on_behind_its_last_frame_and_says_what_was_lost() -> None:
    seen: list[str | None] = []
    bodies = [
        b'retry: 50\n\nid: a-1\ndata: {"price":1}\n\n',
        b'id: a-9\nevent: resync\ndata: {"lastEventId":"a-1"}\n\nid: a-10\ndata: {"price":2}\n\n',
    ]

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request.headers.get("last-event-id"))
        if not bodies:
            return refuse("asset_not_found", 404)
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=bodies.pop(0))

    client, waits = client_of(handler)
    events = list(islice(client.stream("hl-BTC"), 5))
    assert [event.kind for event in events] == ["frame", "reconnecting", "resync", "frame", "reconnecting"]
    assert seen[:2] == [None, "a-1"] and 0.025 <= waits[0] <= 0.05
    with pytest.raises(ServiceError):
        list(client.stream("hl-BTC"))


def test_an_awaited_stream_ends_its_connection_with_its_loop() -> None:
    body = b'id: a-1\ndata: {"price":1}\n\n'

    async def read() -> list[str]:
        transport = httpx.MockTransport(
            lambda _: httpx.Response(200, headers={"content-type": "text/event-stream"}, content=body)
        )
        async with AsyncCrosstape("http://service.test", transport=transport) as client:
            async with client.stream("hl-BTC", max_attempts=1) as stream:
                return [event.kind async for event in stream if event.kind == "frame"]
        return []

    with pytest.raises(CrosstapeError) as ended:
        asyncio.run(read())
    assert ended.value.code == "stream_ended"


class Endless(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A stream of frames without an end, which notes when its reader goes."""

    def __init__(self) -> None:
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        for number in count():
            yield f'id: a-{number}\ndata: {{"price":{number}}}\n\n'.encode()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for frame in self:
            yield frame

    def close(self) -> None:
        self.is_closed = True

    async def aclose(self) -> None:
        self.is_closed = True


def endless() -> tuple[httpx.MockTransport, list[Endless]]:
    opened: list[Endless] = []

    def answer(_: httpx.Request) -> httpx.Response:
        opened.append(Endless())
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=opened[-1])

    return httpx.MockTransport(answer), opened


def test_a_connection_ends_with_its_loop_however_that_is_left() -> None:
    transport, opened = endless()
    client = Crosstape("http://service.test", transport=transport)
    kept = [client.stream("hl-BTC") for _ in range(5)]
    for _ in kept[0]:
        break
    for _ in kept[1].frames():
        break
    with pytest.raises(KeyError):
        for _ in kept[2]:
            raise KeyError
    with kept[3] as stream:
        next(iter(stream))
    held = iter(kept[4])
    next(held)
    assert [stream.is_closed for stream in opened] == [True, True, True, True, False]
    kept[4].close()
    assert opened[4].is_closed and list(held) == [] and list(kept[4]) == []


def test_an_awaited_connection_ends_with_its_loop_however_that_is_left() -> None:
    async def read() -> list[bool]:
        transport, opened = endless()
        async with AsyncCrosstape("http://service.test", transport=transport) as client:
            kept = [client.stream("hl-BTC") for _ in range(4)]
            async for _ in kept[0]:
                break
            async for _ in kept[1].frames():
                break
            with pytest.raises(KeyError):
                async for _ in kept[2]:
                    raise KeyError
            async with kept[3] as stream:
                async for _ in stream:
                    break
            # What is left of a loop is closed by the event loop, in its next turns.
            for _ in range(20):
                await asyncio.sleep(0)
            return [stream.is_closed for stream in opened]

    assert asyncio.run(read()) == [True, True, True, True]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_messages_are_the_same_however_the_bytes_are_cut(size: int) -> None:
    text = "\ufeff: beat\r\nid: 1\rdata: a\u2028b\ndata: c\r\n\r\nevent: resync\ndata: {}\n\nretry: 200\n\ndata: lost"
    whole = text.encode()
    parser = EventStreamParser()
    messages = [
        message for at in range(0, len(whole), size) for message in parser.push(whole[at : at + size])
    ]
    assert [(m.last_event_id, m.event, m.data, m.retry) for m in messages] == [
        ("1", "message", "a\u2028b\nc", None),
        ("1", "resync", "{}", None),
        ("1", "message", None, 0.2),
    ]


def test_times_widths_and_venues() -> None:
    day = 1_795_305_600_000
    assert to_ms(day) == to_ms("2026-11-22") == to_ms("2026-11-22T01:00:00+01:00") == to_ms("2026-11-22T00:00Z") == day
    assert to_ms(datetime(2026, 11, 22, 1, tzinfo=timezone(timedelta(hours=1)))) == day
    with pytest.raises(ValueError, match="zone"):
        to_ms(datetime(2026, 11, 22))


@pytest.mark.parametrize(
    ("time", "problem"),
    [
        (1735689603, "looks like seconds; use 1735689603000"),
        ("1735689603", "looks like seconds"),
        (1763700000000123, "looks like microseconds; use 1763700000000"),
        (2**53 + 1, "looks like microseconds"),
        (1763700000000123456, "looks like nanoseconds; use 1763700000000"),
        (-1, "before 1970"),
        ("2026-02-30", "exists"),
        ("2026-04-31T00:00:00Z", "exists"),
        ("2026-11-21T24:00:00Z", "exists"),
        ("2026-11-21T12:00:00", "for UTC use 2026-11-21T12:00:00Z"),
        ("11/28/2026", "no time"),
        (True, "no time"),
        (None, "no time"),
    ],
)
def test_a_time_of_another_unit_or_form_is_refused_with_the_value_meant(time: object, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        to_ms(time)  # type: ignore[arg-type]


def test_times_are_whole_milliseconds_in_every_form() -> None:
    assert to_ms("2026-11-21T12:00:00.5Z") == to_ms("2026-11-21 12:00:00.500999+00") == 1795262400500
    assert to_ms("2026-11-21T06:30:00-0530") == to_ms(datetime(2026, 11, 21, 12, tzinfo=timezone.utc)) == 1795262400000
    assert to_ms(0) == 0
    assert to_ms(999_999_999) == 999_999_999
    assert to_ms(datetime.max.replace(tzinfo=timezone.utc)) == 10**14
    assert [read_width(width) for width in ("1m", "4h", "1d", 500)] == [60_000, 14_400_000, 86_400_000, 500]
    for wrong in ("1w", "0m", "h", -1):
        with pytest.raises(ValueError, match="width"):
            read_width(wrong)
    assert [venue_of(a) for a in ("hl-BTC", "hl-pred-x-1", "PM-a", "kalshi-x", "REF-twap60-btc")] == [
        "hyperliquid",
        "hyperliquid",
        "polymarket",
        "kalshi",
        "ref",
    ]
    with pytest.raises(AssetNotFoundError, match="no asset id"):
        venue_of("BTC")


@pytest.mark.parametrize("asset", ["", ".", ".."])
def test_a_part_of_the_path_leads_nowhere_else(asset: str) -> None:
    client, _ = client_of(lambda request: httpx.Response(200, headers=JSON, json={"path": request.url.path}))
    with pytest.raises(ValueError, match=r"asset (cannot be|is required)"):
        client.get_asset(asset)


@pytest.mark.parametrize(
    "time",
    [
        date(2026, 11, 22),
        datetime(2026, 11, 22, tzinfo=timezone.utc),
        1795305600000.0,
        numpy.int64(1795305600000),
        numpy.float64(1795305600000.2),
        numpy.datetime64("2026-11-22"),
        numpy.datetime64("2026-11-22T00:00:00.000000000"),
        pandas.Timestamp("2026-11-22", tz="UTC"),
        "2026-11-22",
    ],
)
def test_times_are_read_as_people_have_them(time: Any) -> None:
    assert to_ms(time) == 1795305600000


@pytest.mark.parametrize(
    "time",
    [float("nan"), float("inf"), numpy.datetime64("NaT"), True, 1795305600.0, numpy.float32(1795305600000), [], None],
)
def test_what_is_no_time_is_refused(time: Any) -> None:
    with pytest.raises(ValueError):
        to_ms(time)


def test_arguments_may_be_of_numpy_and_durations() -> None:
    seen: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(str(request.url.query, "ascii") + request.content.decode())
        return httpx.Response(200, headers=JSON, json={"ok": True})

    client, _ = client_of(answer)
    client.get_history("hyperliquid", "hl-BTC", limit=numpy.int64(5), from_ms=date(2026, 11, 22))
    client.get_history_aggregate("hyperliquid", "hl-BTC", timedelta(hours=1))  # type: ignore[arg-type]
    client.post_batch(numpy.array(["hl-BTC", "hl-ETH"]), series=numpy.bool_(True))  # type: ignore[arg-type]
    client.post_batch("hl-BTC")
    client.get_history("hyperliquid", "hl-BTC", limit=5.0, from_ms=numpy.float64(1795305600000.4))  # type: ignore[arg-type]
    client.get_history_aggregate("hyperliquid", "hl-BTC", numpy.timedelta64(1, "h"))  # type: ignore[arg-type]
    client.get_slippage("hl-BTC", side="buy", size=12.0)
    client.get_slippage("hl-BTC", side="buy", size=0.5)
    client.post_batch("hl-BTC, hl-ETH")
    assert seen == [
        "fromMs=1795305600000&limit=5",
        "bucketMs=3600000",
        '{"assets": ["hl-BTC", "hl-ETH"], "series": true}',
        '{"assets": ["hl-BTC"]}',
        "fromMs=1795305600000&limit=5",
        "bucketMs=3600000",
        "size=12&side=buy",
        "size=0.5&side=buy",
        '{"assets": ["hl-BTC", "hl-ETH"]}',
    ]
    for wrong in (numpy.timedelta64("NaT", "s"), numpy.timedelta64(1, "M")):
        with pytest.raises(ValueError, match="no duration"):
            client.get_history_aggregate("hyperliquid", "hl-BTC", wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no time"):
        client.get_history("hyperliquid", "hl-BTC", from_ms=float("nan"))


@pytest.mark.parametrize(
    "width",
    ["1m", 60_000, 60_000.0, numpy.int64(60_000), numpy.float64(60_000), timedelta(minutes=1), numpy.timedelta64(1, "m"), pandas.Timedelta("1min")],
)
def test_widths_are_read_as_people_have_them(width: Any) -> None:
    assert read_width(width) == 60_000


def test_times_and_numbers_within_a_list_are_read_as_alone() -> None:
    operation = Operation("GET", "/x", query=("at",), body=("legs",))
    moment = datetime(2026, 11, 22, tzinfo=timezone.utc)
    request = prepare("", operation, {"at": [moment, date(2026, 11, 22), 5.0, True], "legs": [{"from_ms": moment}]})
    assert request.url == "/x?at=1795305600000%2C1795305600000%2C5%2Ctrue"
    assert request.content == b'{"legs": [{"from_ms": 1795305600000}]}'
    with pytest.raises(ValueError, match="needs a zone"):
        prepare("", operation, {"at": [datetime(2026, 11, 22)], "legs": None})


def test_a_time_beyond_what_a_number_holds_is_refused_before_it_is_rounded() -> None:
    client, _ = client_of(lambda request: httpx.Response(200, headers=JSON, json={"query": request.url.query.decode()}))
    with pytest.raises(ValueError, match="9007199254740993 looks like microseconds; use 9007199254740"):
        client.history("hl-BTC", start=2**53 + 1)
    # The service refuses it, with every digit of it.
    answer: Any = client.get_history("hyperliquid", "hl-BTC", from_ms=2**53 + 1)
    assert answer["query"] == "fromMs=9007199254740993"


def test_an_address_may_be_without_its_scheme_and_an_unknown_asset_is_one_failure() -> None:
    assert Crosstape("127.0.0.1:8080")._settings.base_url == "http://127.0.0.1:8080"
    assert Crosstape("127.0.0.1:8080")._settings.bot_url == "http://127.0.0.1:8081"
    assert Crosstape(" //127.0.0.1:8080/ ")._settings.base_url == "http://127.0.0.1:8080"
    with pytest.raises(AssetNotFoundError):
        Crosstape().history("nowhere-x")
    assert venue_of("HL-btc") == "hyperliquid"


def test_every_name_of_the_package_is_exported() -> None:
    names = {name for name in vars(crosstape) if name[0].isupper()}
    assert names - set(crosstape.__all__) == set()


def test_what_is_missing_in_a_table_is_none_in_every_type_of_it() -> None:
    moment = datetime(2026, 11, 22, tzinfo=timezone.utc)
    missing = pandas.DataFrame(
        {
            "text": pandas.array(["a", None], dtype="string"),
            "whole": pandas.array([1, None], dtype="Int64"),
            "plain": [1.5, float("nan")],
            "time": pandas.to_datetime([moment, None], utc=True),
            "object": ["a", None],
        }
    )
    names = ("text", "whole", "plain", "time", "object")
    rows = [("a", 1, 1.5, 1795305600000, "a"), (None,) * 5]
    assert _columns(missing, names) == rows
    assert _columns(polars.from_pandas(missing), names) == rows


def test_bars_say_whether_they_are_filled() -> None:
    prices = {"open": 5.0, "high": 7.0, "low": 4.0, "close": 5.5, "vwap": None}
    buckets = [
        {"t": 0, **prices, "count": 0, "volume": 9.0, "filled": True},
        {"t": 3_600_000, **prices, "count": 2, "volume": 1.0},
    ]

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"ok": True, "buckets": buckets, "gaps": [], "truncated": False})

    bars = Crosstape("http://service.test", transport=httpx.MockTransport(answer)).ohlcv("hl-BTC", "1h")
    assert [(bar["filled"], bar["count"], bar["volume"]) for bar in bars] == [(True, 0, 9.0), (False, 2, 1.0)]
