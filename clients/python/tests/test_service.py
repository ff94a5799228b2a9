"""Both clients against a service that records the simulator."""

import asyncio
import os
import re
import time
from pathlib import Path

import pytest

from crosstape import AssetNotFoundError, AsyncCrosstape, Crosstape, ValidationFailedError


def test_history_has_every_record_once_oldest_first(client: Crosstape) -> None:
    end = int(time.time() * 1000)
    history = client.history("hl-BTC", end=end)
    records = history.records()
    times = [record["t"] for record in records]
    assert times == sorted(times) and len(times) >= 20
    count = client.get_history("hyperliquid", "hl-BTC", to_ms=end, limit=50_000)["count"]
    assert len(records) == count


def test_pages_are_joined_in_order(client: Crosstape, monkeypatch: pytest.MonkeyPatch) -> None:
    end = int(time.time() * 1000)
    whole = client.history("hl-BTC", end=end).records()
    monkeypatch.setattr("crosstape.history.PAGE", 7)
    assert client.history("hl-BTC", end=end).records() == whole


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_tables_hold_what_the_records_say(client: Crosstape, library: str) -> None:
    history = client.history("hl-BTC", end=int(time.time() * 1000))
    records = history.records()
    frame = history.df(library)  # type: ignore[arg-type]
    assert len(frame) == len(records)
    assert list(frame["p"]) == [record["p"] for record in records]
    times = frame.index if library == "pandas" else frame["time"].to_list()
    assert [round(at.timestamp() * 1000) for at in times] == [record["t"] for record in records]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_tables_by_arrow_and_by_json_are_equal(
    client: Crosstape, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = client.history("hl-BTC", end=int(time.time() * 1000))
    monkeypatch.setattr("crosstape.history.ARROW_PAGE", 7)
    by_arrow = history.df(library)  # type: ignore[arg-type]
    monkeypatch.setattr("crosstape.history.reads_arrow", lambda _: False)
    by_json = history.df(library)  # type: ignore[arg-type]
    assert len(by_arrow) > 7 and by_arrow.equals(by_json)
    assert list(by_arrow.dtypes) == list(by_json.dtypes)


def test_a_pair_has_both_prices_at_the_times_of_both(client: Crosstape) -> None:
    end = int(time.time() * 1000)
    start = end - 60_000
    pair = client.pair("hl-BTC", "hl-ETH", start, end)
    sides = [client.history(asset, start, end).records() for asset in ("hl-BTC", "hl-ETH")]
    assert [row.time for row in pair] == sorted({record["t"] for records in sides for record in records})
    last = pair.rows[-1]
    assert last.a_price == sides[0][-1]["p"] and last.b_price == sides[1][-1]["p"]
    assert pair.outcome_a is None and pair.outcome_b is None

    async def read() -> int:
        async with AsyncCrosstape(client._settings.base_url) as awaited:
            return len(await awaited.pair("hl-BTC", "hl-ETH", start, end))

    assert asyncio.run(read()) == len(pair)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_bars_are_those_of_the_service(client: Crosstape, library: str) -> None:
    bars = client.ohlcv("hl-BTC", "1h")
    answer = client.get_history_aggregate("hyperliquid", "hl-BTC", 3_600_000)
    assert [bar["t"] for bar in bars] == [bucket["t"] for bucket in answer["buckets"]]
    frame = bars.df(library, title_case=True)  # type: ignore[arg-type]
    assert list(frame["High"])[:-1] == [bucket["high"] for bucket in answer["buckets"]][:-1]


def test_a_stream_resumes_behind_its_last_frame(client: Crosstape) -> None:
    with client.stream("hl-BTC") as stream:
        first = next(iter(stream))
    assert first.kind == "frame"
    with client.stream("hl-BTC", last_event_id=first.id) as stream:
        event = next(iter(stream))
    assert event.kind == "frame" and event.id != first.id


def test_each_code_is_a_class_of_its_own(client: Crosstape) -> None:
    with pytest.raises(AssetNotFoundError) as lost:
        client.get_book("hl-NOPE")
    with pytest.raises(AssetNotFoundError, match="hl-NOPE"):
        client.get_correlations(["HL-btc", "hl-NOPE"])
    assert [bundle["ok"] for bundle in client.post_batch("HL-btc, hl-NOPE")["bundles"]] == [True, False]
    with pytest.raises(ValidationFailedError, match="9007199254740993 looks like microseconds"):
        client.get_history("hyperliquid", "hl-BTC", from_ms=2**53 + 1)
    assert lost.value.status == 404 and lost.value.request_id
    with pytest.raises(ValidationFailedError) as wrong:
        client.get_history_aggregate("hyperliquid", "hl-BTC", 0)
    assert wrong.value.parameter == "bucketMs"


def test_the_awaited_client_gives_the_same(client: Crosstape) -> None:
    settings = client._settings
    end = int(time.time() * 1000)

    async def read() -> tuple[int, int, str]:
        async with AsyncCrosstape(settings.base_url, bot_url=settings.bot_url) as awaited:
            records = await awaited.history("hl-ETH", end=end).records()
            bars = await awaited.ohlcv("hl-ETH", "1d", end=end)
            async with awaited.stream("hl-ETH") as stream:
                async for event in stream:
                    return len(records), len(bars), event.kind
        raise AssertionError("the stream ended")

    expected = len(client.history("hl-ETH", end=end).records())
    bars = len(client.ohlcv("hl-ETH", "1d", end=end))
    assert asyncio.run(read()) == (expected, bars, "frame")


ROOT = Path(__file__).parents[3]
PAGES = ("clients/python/README.md", "docs/quickstart.md", "docs/tape.md")
EXAMPLES = [
    pytest.param(source, id=f"{page}-{number}")
    for page in PAGES
    for number, source in enumerate(
        re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL), start=1
    )
]


@pytest.mark.parametrize("source", EXAMPLES)
def test_every_example_runs_as_it_is(
    client: Crosstape,
    source: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    # The examples name the tree as `crosstape export -o tree` leaves it.
    (tmp_path / "tree").symlink_to(os.environ.get("CROSSTAPE_TREE", tmp_path))
    monkeypatch.chdir(tmp_path)
    if "pm-will-it-rain" in source:
        # The page names an invented market.
        market = client.get_index(kind=["binary"], limit=1)["entries"][0]["asset"]
        source = source.replace("pm-will-it-rain", market)
    exec(compile(source, "example", "exec"), {})
    assert capsys.readouterr().out != ""


def test_leaving_a_loop_ends_its_connection(client: Crosstape) -> None:
    kept = []
    for _ in range(25):
        stream = client.stream("hl-BTC")
        kept.append(stream)
        for _ in stream:
            break
    # More than one caller may have open at once: each was ended when its loop was left.
    assert next(iter(kept[0])) is not None, "a loop over the same stream goes on behind its last frame"
    closed = client.stream("hl-BTC")
    closed.close()
    assert list(closed) == []


def test_leaving_an_async_loop_ends_its_connection() -> None:
    async def follow() -> None:
        async with AsyncCrosstape(os.environ["CROSSTAPE_URL"]) as awaited:
            kept = []
            for _ in range(25):
                stream = awaited.stream("hl-BTC")
                kept.append(stream)
                async for _ in stream:
                    break
                await asyncio.sleep(0.02)

    if "CROSSTAPE_URL" not in os.environ:
        pytest.skip("no service: npm run test:python starts one")
    asyncio.run(follow())
