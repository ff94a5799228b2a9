"""The tree that ``npm run test:python`` exported beside the service."""

import json
import os
import shutil
from pathlib import Path

import pytest

from crosstape import Crosstape, Tree, open_tree


@pytest.fixture()
def tree() -> Tree:
    directory = os.environ.get("CROSSTAPE_TREE")
    if directory is None:
        pytest.skip("no tree: npm run test:python exports one")
    return open_tree(directory)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_observations_are_those_of_the_service(tree: Tree, client: Crosstape, library: str) -> None:
    frame = tree.observations.df(library, assets=["hl-BTC"])  # type: ignore[arg-type]
    end = round(frame["t"].to_list()[-1].timestamp() * 1000)
    records = client.history("hl-BTC", end=end).records()
    assert list(frame["p"]) == [record["p"] for record in records]
    assert [round(t.timestamp() * 1000) for t in frame["t"].to_list()] == [record["t"] for record in records]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_window_has_both_its_ends(tree: Tree, library: str) -> None:
    frame = tree.observations.df(library, assets=["hl-ETH"])  # type: ignore[arg-type]
    times = [round(t.timestamp() * 1000) for t in frame["t"].to_list()]
    part = tree.observations.df(library, assets=["hl-ETH"], start=times[3], end=times[9])  # type: ignore[arg-type]
    assert [round(t.timestamp() * 1000) for t in part["t"].to_list()] == times[3:10]


def test_every_row_of_the_manifest_is_there(tree: Tree) -> None:
    assert len(tree.observations.df("polars")) == tree.manifest["totals"]["rows"]
    for table in (tree.observations, tree.gaps, tree.resolutions, tree.markets, tree.rules, tree.links):
        frame = table.df("polars")
        assert frame.columns == [column["name"] for column in table.columns]
        assert frame.height == sum(part["rows"] for part in tree.manifest["parts"] if part["table"] == table.name)
        assert len(table.df("pandas")) == frame.height


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
