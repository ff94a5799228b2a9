"""The examples of docs/tree.md, word by word but for a day and a market, against the tree exported beside the service."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from crosstape import Crosstape, Tree, open_tree

PAGE = Path(__file__).parents[3] / "docs" / "tree.md"


@pytest.fixture()
def tree(monkeypatch: pytest.MonkeyPatch) -> Tree:
    directory = os.environ.get("CROSSTAPE_TREE")
    if directory is None:
        pytest.skip("no tree: npm run test:python exports one")
    # The page calls the directory of the tree by its name.
    monkeypatch.chdir(Path(directory).parent)
    assert Path(directory).name == "tree"
    return open_tree(directory)


def examples(language: str, tree: Tree) -> list[str]:
    """Blocks of the page. The day and the market that it names are those of somebody else's recorder."""
    day = re.search(r"date=([\d-]+)", next(str(path) for path in tree.observations.paths))
    assert day is not None
    traded = set(tree.observations.df("polars")["asset"].unique())
    market = next(asset for asset in tree.markets.df("polars")["asset"] if asset.startswith("kalshi-") and asset in traded)
    text = PAGE.read_text("utf-8").replace("2026-11-22", day[1]).replace("kalshi-kxhighny-26nov22-b51.5", market)
    found = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    assert found, f"docs/tree.md has no example in {language}"
    return found


def test_the_python_of_the_page_runs(tree: Tree) -> None:
    for example in examples("python", tree):
        names: dict[str, Any] = {}
        exec(compile(example, str(PAGE), "exec"), names)
        tables = [value for name, value in names.items() if hasattr(value, "shape")]
        assert tables and all(table.shape[0] > 0 for table in tables), example


def test_the_sql_of_the_page_runs_in_duckdb(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed here")
    # Books and trades are in trees that name them: test_tape_tree.py.
    sql = [block for block in examples("sql", tree) if "file(" not in block and "bookSpans" not in block]
    monkeypatch.chdir(tree.path)
    database = duckdb.connect()
    database.execute(Path("duckdb.sql").read_text("utf-8"))
    for statement in ";".join(sql).split(";"):
        if statement.strip():
            database.execute(statement).fetchall()
    first = sql[0].split(";")[0]
    assert len(database.execute(first).fetchall()) > 0
    for part in tree.manifest["schema"]:
        rows = sum(one["rows"] for one in tree.manifest["parts"] if one["table"] == part)
        assert database.execute(f"SELECT count(*) FROM {part}").fetchone() == (rows,)


def test_the_views_of_a_window_without_records_run(tree: Tree, client: Crosstape, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed here")
    empty = client.export(tmp_path / "empty", start="2001-01-01", end="2001-01-02")
    monkeypatch.chdir(empty.path)
    database = duckdb.connect()
    database.execute(Path("duckdb.sql").read_text("utf-8"))
    assert database.execute("SELECT count(*), max(t) FROM observations WHERE venue = 'kalshi'").fetchone() == (0, None)


def test_counts_are_those_of_the_service(tree: Tree, client: Crosstape) -> None:
    counts = tree.observations.df("polars").group_by("asset").len().sort("len", descending=True)
    as_of = tree.manifest["asOfMs"]
    for asset, rows in counts.head(3).iter_rows():
        last = round(tree.observations.df("polars", assets=[asset])["time"].max().timestamp() * 1000)
        assert last <= as_of + 60_000
        assert len(client.history(asset, end=last).records()) == rows
