"""Recorded books and trades, from a service of canned pages."""

import asyncio
from typing import Any

import httpx
import pytest

from crosstape import AsyncCrosstape, Crosstape

NOW = 1_763_700_000_000
COVERAGE = {"state": "full", "notRecorded": []}


def trade(at: int, **members: Any) -> dict[str, Any]:
    return {
        "t": at,
        "venueT": at,
        "price": 0.42,
        "size": 10,
        "side": "buy",
        "sideSource": "venue",
        "id": None,
        "settled": None,
        "source": "stream",
        "isBlock": False,
        **members,
    }


PAGES = {
    "/api/trades/pm-a": [
        {"trades": [trade(NOW + 3), trade(NOW + 2, settled=False, isBlock=True)]},
        {"trades": [trade(NOW + 1, side=None, sideSource=None)]},
    ],
    "/api/book/pm-a/history": [{"books": [{"t": NOW}]}, {"books": [{"t": NOW + 1_000}]}],
    "/api/book/pm-a/changes": [
        {"changes": [{"t": NOW, "venueT": None, "kind": "change", "side": "bid", "price": 0.4, "size": 0}]},
    ],
}


def answer(request: httpx.Request) -> httpx.Response:
    if request.url.path == "/api/book/pm-a/at":
        return httpx.Response(200, json={"ok": True, "t": int(request.url.params["t"])})
    pages = PAGES[request.url.path]
    page = int(request.url.params.get("cursor", "0"))
    following = str(page + 1) if page + 1 < len(pages) else None
    body = {"ok": True, "nextCursor": following, "coverage": COVERAGE, **pages[page]}
    return httpx.Response(200, json=body)


def test_pages_are_joined_oldest_first() -> None:
    client = Crosstape(transport=httpx.MockTransport(answer))
    trades = client.trades("pm-a", NOW)
    assert [one["t"] for one in trades] == [NOW + 1, NOW + 2, NOW + 3]
    assert trades.coverage["state"] == "full" and len(trades) == 3
    assert [book["t"] for book in client.books("pm-a", every="1m")] == [NOW, NOW + 1_000]
    assert len(client.book_changes("pm-a")) == 1
    assert client.book_at("pm-a", NOW)["t"] == NOW


def test_the_awaited_client_has_the_same() -> None:
    async def read() -> list[int]:
        async with AsyncCrosstape(transport=httpx.MockTransport(answer)) as client:
            assert len(await client.books("pm-a")) == 2
            assert len(await client.book_changes("pm-a")) == 1
            assert (await client.book_at("pm-a", NOW))["t"] == NOW
            return [one["t"] for one in await client.trades("pm-a")]

    assert asyncio.run(read()) == [NOW + 1, NOW + 2, NOW + 3]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_table_of_trades(library: Any) -> None:
    pytest.importorskip(library)
    frame = Crosstape(transport=httpx.MockTransport(answer)).trades("pm-a").df(library)
    assert list(frame["isBlock"]) == [False, True, False]
    assert list(frame["settled"].isna() if library == "pandas" else frame["settled"].is_null()) == [True, False, True]
    assert list(frame["side"])[1:] == ["buy", "buy"]
