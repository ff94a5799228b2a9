"""Day files of the tape and the tree that was exported of them: the Python reader and DuckDB read the same rows.

``npm run test:python`` names data directories that nobody writes, each with its tree in ``tape-tree``.
"""

import csv
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed here")

Row = tuple[Any, ...]
NUMBERS = {"t", "venueT", "fromMs", "toMs", "isSnapshot", "price", "size", "settled", "isBlock", "everyMs", "depth", "resyncs"}
TIMES = {"t", "venueT", "fromMs", "toMs"}
COLUMNS = {
    "books": "asset t venueT isSnapshot side price size",
    "bookSpans": "asset fromMs toMs everyMs depth opened ended resyncs",
    "trades": "asset t venueT price size side sideSource id settled source isBlock",
}
FETCHED = 10_000


@pytest.fixture()
def files() -> list[Path]:
    """Day files, each the whole of its day."""
    folders = os.environ.get("CROSSTAPE_TAPES")
    if folders is None:
        pytest.skip("no tapes: npm run test:python names some")
    found = [sorted((Path(folder) / "tape").glob("????-??-??*.sqlite")) for folder in json.loads(folders)]
    assert all(found) and all(len(file.stem) == len("2026-11-29") for day in found for file in day)
    return [file for day in found for file in day]


@pytest.mark.parametrize("table", ["books", "trades"])
def test_the_reader_and_duckdb_read_the_same_rows(files: list[Path], table: str) -> None:
    for file in files:
        compare(file, table, read_printed(file, table))


def test_spans_are_those_of_the_file(files: list[Path]) -> None:
    resyncs = "SELECT count(*) FROM resync r WHERE r.market = s.market AND r.to_ms BETWEEN s.from_ms AND coalesce(s.to_ms, r.to_ms)"
    columns = f"asset, s.from_ms, s.to_ms, every_ms, depth, opened, ended, ({resyncs})"
    for file in files:
        db = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
        compare(file, "bookSpans", db.execute(f"SELECT {columns} FROM span s JOIN market m ON m.id = s.market ORDER BY asset, s.from_ms"))
        db.close()


def test_the_sql_of_the_page_finds_the_book_and_the_trades(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[3] / "docs" / "tree.md").read_text("utf-8")
    blocks = [block for block in re.findall(r"```sql\n(.*?)```", page, re.DOTALL) if "bookSpans" in block]
    assert len(blocks) == 1
    for file in files:
        monkeypatch.chdir(file.parent.parent / "tape-tree")
        database = duckdb.connect()
        database.execute(Path("duckdb.sql").read_text("utf-8"))
        day = f"date = '{file.stem}'"
        asset, time = database.execute(f"SELECT asset, toMs::VARCHAR FROM bookSpans WHERE {day} AND everyMs = 0 ORDER BY ALL LIMIT 1").fetchone()
        traded, bought = database.execute(f"SELECT asset, sum(size) FROM trades WHERE {day} AND side = 'buy' AND isBlock = 0 GROUP BY asset ORDER BY ALL LIMIT 1").fetchone() or (asset, None)
        known, flow, rest = blocks[0].replace("2026-11-28 12:00:00Z", time).replace("2026-11-28", file.stem).split(";")
        assert rest.strip() == ""
        assert database.execute(known.replace("pm-will-it-rain", asset)).fetchall(), f"{asset} at {time}"
        if bought is not None:
            assert database.execute(flow.replace("pm-will-it-rain", traded)).fetchall()


def compare(file: Path, table: str, expected: Iterator[Row]) -> None:
    rows = 0
    for read, row in zip_longest(read_tree(file, table), expected):
        assert read == row, f"row {rows} of {table} of {file.name}"
        rows += 1
    assert rows > 0
    print(f"{file.parent.parent.name} {file.stem}: {rows} rows of {table} are equal")


def read_tree(file: Path, table: str) -> Iterator[Row]:
    """Rows of a day in the order of its files; an asset lies in one folder."""
    pattern = file.parent.parent / "tape-tree" / table / "*" / f"date={file.stem}" / "*.parquet"
    names = [f"epoch_ms({name})" if name in TIMES else name for name in COLUMNS[table].split()]
    part = r"regexp_extract(filename, 'part-(\d+)', 1)::INT"
    result = duckdb.connect().execute(
        f"SELECT {', '.join(names)} FROM read_parquet('{pattern}', filename = true, file_row_number = true) "
        f"ORDER BY asset, {part}, file_row_number"
    )
    while rows := result.fetchmany(FETCHED):
        yield from rows


def read_printed(file: Path, table: str) -> Iterator[Row]:
    options = ["--trades"] if table == "trades" else []
    command = [sys.executable, "-m", "crosstape.tape", str(file), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as printing:
        assert printing.stdout is not None
        lines = csv.reader(io.TextIOWrapper(printing.stdout, "utf-8", newline=""))
        names = next(lines)
        assert names == COLUMNS[table].split()
        for line in lines:
            yield tuple(to_value(name, text) for name, text in zip(names, line, strict=True))
    assert printing.returncode == 0


def to_value(name: str, text: str) -> str | float | None:
    if text == "":
        return None
    return float(text) if name in NUMBERS else text
