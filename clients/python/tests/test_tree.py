"""The tree that ``npm run test:python`` exported beside the service."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from crosstape import AssetNotFoundError, Crosstape, Tree, open_tree


@pytest.fixture()
def tree() -> Tree:
    directory = os.environ.get("CROSSTAPE_TREE")
    if directory is None:
        pytest.skip("no tree: npm run test:python exports one")
    return open_tree(directory)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_observations_are_those_of_the_service(tree: Tree, client: Crosstape, library: str) -> None:
    frame = tree.observations.df(library, assets=["hl-BTC"])  # type: ignore[arg-type]
    times = [round(t.timestamp() * 1000) for t in _times(frame)]
    end = times[-1]
    records = client.history("hl-BTC", end=end).records()
    assert list(frame["p"]) == [record["p"] for record in records]
    assert times == [record["t"] for record in records]


def _times(frame: Any) -> list[Any]:
    """Times of either library's table."""
    return list(frame["time"]) if "time" in frame.columns else list(frame.index)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_tables_of_histories_bars_pairs_and_trees_have_one_form(tree: Tree, client: Crosstape, library: str) -> None:
    window = {"start": tree.manifest["asOfMs"] - 60_000, "end": tree.manifest["asOfMs"]}
    tables = [
        client.history("hl-btc", **window).df(library),  # type: ignore[arg-type]
        client.ohlcv("hl-BTC", "1m", **window).df(library),  # type: ignore[arg-type]
        client.pair("hl-BTC", "hl-eth", **window).df(library),  # type: ignore[arg-type]
        tree.observations.df(library, assets="hl-btc"),  # type: ignore[arg-type]
        tree.pair("HL-BTC", "hl-ETH").df(library),  # type: ignore[arg-type]
    ]
    for table in tables:
        assert len(table) > 0
        if library == "pandas":
            assert (table.index.name, str(table.index.dtype)) == ("time", "datetime64[ms, UTC]")
        else:
            assert str(table.schema["time"]) == "Datetime(time_unit='ms', time_zone='UTC')"


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_table_without_rows_has_the_types_of_one_with_rows(tree: Tree, client: Crosstape, library: str) -> None:
    def types(table: Any) -> Any:
        columns = table.dtypes.to_dict() if library == "pandas" else dict(table.schema)
        return columns, str(table.index.dtype) if library == "pandas" else None

    long_ago = {"start": "2015-01-01", "end": "2015-01-02"}
    readers: list[tuple[Any, dict[str, Any]]] = [
        (tree.observations.df, {"assets": ["hl-BTC"]}),
        (lambda library, **window: client.history("hl-BTC", **window).df(library), {}),
        (lambda library, **window: client.ohlcv("hl-BTC", "1m", **window).df(library), {}),
        (lambda library, **window: client.pair("hl-BTC", "hl-ETH", **window).df(library), {}),
    ]
    for read, given in readers:
        empty = read(library, **given, **long_ago)
        assert len(empty) == 0
        assert types(empty) == types(read(library, **given))


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_assets_are_found_in_any_case_and_unknown_ones_are_not(tree: Tree, library: str) -> None:
    read = tree.observations.df
    as_written = len(read(library, assets=["hl-BTC", "hl-ETH"]))  # type: ignore[arg-type]
    assert as_written == len(read(library, assets=["HL-btc", "hl-eth"])) > 0  # type: ignore[arg-type]
    for unknown in ("hl-NOPE", ["hl-BTC", "hl-NOPE"]):
        with pytest.raises(AssetNotFoundError, match="hl-NOPE"):
            read(library, assets=unknown)  # type: ignore[arg-type]
    with pytest.raises(AssetNotFoundError):
        tree.pair("hl-BTC", "nothing")


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_window_has_both_its_ends(tree: Tree, library: str) -> None:
    frame = tree.observations.df(library, assets=["hl-ETH"])  # type: ignore[arg-type]
    times = [round(t.timestamp() * 1000) for t in _times(frame)]
    part = tree.observations.df(library, assets=["hl-ETH"], start=times[3], end=times[9])  # type: ignore[arg-type]
    assert [round(t.timestamp() * 1000) for t in _times(part)] == times[3:10]


def test_every_row_of_the_manifest_is_there(tree: Tree) -> None:
    assert len(tree.observations.df("polars")) == tree.manifest["totals"]["rows"]
    beside = (tree.gaps, tree.resolutions, tree.markets, tree.rules, tree.links, tree.forecasts, tree.marks, tree.settled)
    for table in (tree.observations, *beside):
        frame = table.df("polars")
        names = [column["name"] for column in table.columns]
        assert frame.columns == (["time" if name == "t" else name for name in names] if table is tree.observations else names)
        assert frame.height == sum(part["rows"] for part in tree.manifest["parts"] if part["table"] == table.name)
        assert len(table.df("pandas")) == frame.height


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_marks_and_verdicts_are_read_with_exact_texts_and_times(tmp_path: Path, library: str) -> None:
    polars = pytest.importorskip("polars")
    time = polars.Datetime("ms", "UTC")
    types = {"text": polars.String, "time": time, "number": polars.Float64}
    tables: dict[str, tuple[dict[str, str], list[tuple[Any, ...]]]] = {
        "marks": (
            {"key": "text", "t": "time", "text": "text", "receivedAt": "time", "relay": "text", "count": "number"},
            [
                ("twap60-btc", 60_000, "79639.795829763498573824", 61_300, "rtds", None),
                ("rti60-btc", 60_000, None, 61_400, "kalshi", 59),
            ],
        ),
        "settled": (
            {"asset": "text", "verdict": "text", "reason": "text", "missing": "text", "decidedAt": "time"},
            [("pm-up", "unknown", "second_missing", "[60000]", 90_000)],
        ),
    }
    parts = []
    for name, (columns, rows) in tables.items():
        polars.DataFrame(rows, schema={column: types[kind] for column, kind in columns.items()}, orient="row").write_parquet(
            tmp_path / f"{name}.parquet"
        )
        parts.append({"path": f"{name}.parquet", "table": name, "rows": len(rows), "firstMs": None, "lastMs": None})
    schema = {
        name: [{"name": column, "type": kind, "unit": None, "nullWhen": None} for column, kind in columns.items()]
        for name, (columns, _) in tables.items()
    }
    manifest = {"version": 1, "selection": {"format": "parquet"}, "parts": parts, "schema": schema}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    tree = open_tree(tmp_path)
    marks = tree.marks.df(library)  # type: ignore[arg-type]
    assert [str(text) for text in marks["text"]][0] == "79639.795829763498573824"
    assert [round(value.timestamp() * 1000) for value in marks["receivedAt"]] == [61_300, 61_400]
    assert list(marks["count"])[1] == 59
    settled = tree.settled.df(library)  # type: ignore[arg-type]
    assert [json.loads(text) for text in settled["missing"]] == [[60_000]]
    assert tree.settled.assets() == ["pm-up"]
    assert tree.marks.assets() == [] and len(tree.forecasts.df(library)) == 0  # type: ignore[arg-type]


def test_a_market_has_its_question(tree: Tree) -> None:
    markets = tree.markets.df("polars")
    assert markets.height > 0 and all(len(title) > 0 for title in markets["title"])


def test_a_pair_of_the_tree_is_that_of_the_service(tree: Tree, client: Crosstape) -> None:
    from_tree = tree.pair("hl-BTC", "hl-ETH")
    window = (from_tree.rows[0].time, from_tree.rows[-1].time)
    assert from_tree.rows == client.pair("hl-BTC", "hl-ETH", *window).rows


def test_what_is_no_tree_is_refused(tree: Tree, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        open_tree(tmp_path)
    shutil.copy(tree.path / "manifest.json", tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    (tmp_path / "manifest.json").write_text(json.dumps({**manifest, "version": 2}))
    with pytest.raises(ValueError, match="version 2"):
        open_tree(tmp_path)
