"""Mirrors of a service's tree, against a service made of a few lines: a real one has no day that is over at once."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from crosstape import (
    AsyncCrosstape,
    Crosstape,
    CrosstapeError,
    NewerTreeError,
    UnreadableAnswerError,
    open_tree,
)

STORE = "0" * 32


class Service:
    """Makes a file when it is first asked for, after one ``preparing``."""

    def __init__(self) -> None:
        self.files = {
            "gaps.parquet": b"gaps",
            "observations/venue=kalshi/date=2026-11-22/part-0.parquet": b"first day",
            "observations/venue=kalshi/date=2026-11-23/part-0.parquet": b"second day",
        }
        self.guides = {"duckdb.sql": b"-- views", "README.md": b"# Recorded markets"}
        self.made: set[str] = set()
        self.asked: list[str] = []
        self.queries: list[str] = []
        self.store = STORE
        self.lies = False
        self.breaks = False
        self.ahead = 0
        self.seq: int | None = None
        self.facts: dict[str, Any] = {}
        self.rows = 1

    def manifest(self) -> dict[str, Any]:
        parts = [
            {
                "path": path,
                "table": path.split("/")[0].split(".")[0],
                "rows": self.rows if path in self.made else None,
                "series": 1 if path in self.made else None,
                "firstMs": None,
                "lastMs": None,
                "bytes": len(content) if path in self.made else None,
                "sha256": hashlib.sha256(content).hexdigest() if path in self.made else None,
                "seq": self.seq if "/" in path else None,
                "closed": True,
                "asOfMs": self.facts.get("asOfMs", 1_763_900_000_000) + self.ahead if path in self.made else None,
            }
            for path, content in sorted(self.files.items())
        ]
        return {
            "ok": True,
            "version": 1,
            "store": self.store,
            "licence": "CC0-1.0",
            "simulated": True,
            "asOfMs": 1_763_900_000_000,
            "position": 1,
            "window": {"fromMs": None, "toMs": 1_763_942_399_999},
            "selection": {"venues": None, "assets": None, "tables": ["observations", "gaps"], "format": "parquet", "compression": "zstd"},
            "schema": {},
            "parts": parts,
            "gaps": 1,
            "damaged": [],
            "withdrawn": [],
            "totals": {"rows": None, "bytes": None, "series": 1},
            **self.facts,
        }

    def __call__(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path.removeprefix("/api/export/")
        self.queries.append(request.url.query.decode())
        if path == "manifest":
            return httpx.Response(200, json=self.manifest())
        if path in self.guides:
            return httpx.Response(200, content=self.guides[path])
        self.asked.append(path)
        content = self.files.get(path)
        if content is None:
            return httpx.Response(404, json={"ok": False, "error": "file_not_found", "message": "x"})
        if path not in self.made:
            self.made.add(path)
            return httpx.Response(
                503, headers={"retry-after": "0"}, json={"ok": False, "error": "preparing", "message": "x"}
            )
        if self.breaks and path == max(self.files):
            raise httpx.ReadError("the connection was cut", request=request)
        etag = f'"{hashlib.sha256(content).hexdigest()}"'
        if request.headers.get("if-none-match") == etag:
            return httpx.Response(304, headers={"etag": etag})
        return httpx.Response(200, headers={"etag": etag}, content=b"something else" if self.lies else content)


def client_of(service: Service) -> Crosstape:
    client = Crosstape("http://service", transport=httpx.MockTransport(service))
    client._wait = lambda _seconds: None
    return client


def test_a_mirror_has_what_the_manifest_names_and_fetches_it_once(tmp_path: Path) -> None:
    service = Service()
    tree = client_of(service).export(tmp_path / "mirror")
    for path, content in service.files.items():
        assert (tree.path / path).read_bytes() == content
    written = json.loads((tree.path / "manifest.json").read_text())
    assert [part["path"] for part in written["parts"]] == sorted(service.files)
    assert all(part["sha256"] for part in written["parts"]) and "ok" not in written
    assert (tree.path / "duckdb.sql").read_bytes() == b"-- views"
    assert (tree.path / "README.md").read_bytes() == b"# Recorded markets"
    assert not any("empty" in query for query in service.queries)
    client_of(service).export(tmp_path / "earlier", end="2001-01-02")
    assert sum("empty=true" in query for query in service.queries) == 2
    hidden = sorted(file.name for file in tree.path.iterdir() if file.name.startswith("."))
    assert hidden == [".crosstape-export", ".crosstape-lock"]

    service.asked.clear()
    service.files["observations/venue=kalshi/date=2026-11-24/part-0.parquet"] = b"third day"
    del service.files["observations/venue=kalshi/date=2026-11-22/part-0.parquet"]
    client_of(service).export(tmp_path / "mirror")
    assert set(service.asked) == {"observations/venue=kalshi/date=2026-11-24/part-0.parquet"}
    assert not (tree.path / "observations/venue=kalshi/date=2026-11-22").exists()


def test_the_client_that_is_awaited_does_the_same(tmp_path: Path) -> None:
    service = Service()

    async def mirror() -> None:
        async with AsyncCrosstape("http://service", transport=httpx.MockTransport(service)) as client:
            await client.export(tmp_path)

    asyncio.run(mirror())
    assert (tmp_path / "gaps.parquet").read_bytes() == b"gaps"


def test_an_interrupted_mirror_goes_on_where_it_was(tmp_path: Path) -> None:
    service = Service()
    service.made = set(service.files)
    gone = service.files.pop("observations/venue=kalshi/date=2026-11-23/part-0.parquet")
    manifest = service.manifest
    named = "observations/venue=kalshi/date=2026-11-23/part-0.parquet"
    service.files[named] = gone
    with pytest.MonkeyPatch.context() as patch:
        whole = service.manifest()
        patch.setattr(service, "manifest", lambda: whole)
        del service.files[named]
        with pytest.raises(CrosstapeError, match="file_not_found"):
            client_of(service).export(tmp_path)
    assert not (tmp_path / "manifest.json").exists()
    service.files[named] = gone
    service.asked.clear()
    assert manifest()["store"] == STORE
    client_of(service).export(tmp_path)
    assert service.asked == [named]


def test_a_window_takes_whole_days(tmp_path: Path) -> None:
    service = Service()
    tree = client_of(service).export(tmp_path, start="2026-11-23T12:00Z")
    assert len(tree.observations.paths) == 1
    with pytest.raises(ValueError, match="another selection"):
        client_of(service).export(tmp_path)


def test_assets_are_named_in_each_call(tmp_path: Path) -> None:
    service = Service()
    client_of(service).export(tmp_path, assets=["hl-BTC", "kalshi-kx", "hl-BTC"])
    assert len(service.queries) > 4 and set(service.queries) == {"assets=hl-BTC%2Ckalshi-kx"}
    service.queries.clear()
    client_of(service).export(tmp_path / "venues", venues=["Kalshi"])
    assert set(service.queries) == {"venues=kalshi", ""}
    with pytest.raises(ValueError, match="exclude each other"):
        client_of(service).export(tmp_path, venues=["kalshi"], assets=["hl-BTC"])


def test_what_is_no_mirror_of_this_service_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(ValueError, match="no tree of a history"):
        client_of(Service()).export(tmp_path)
    mirror = tmp_path / "mirror"
    client_of(Service()).export(mirror)
    other = Service()
    other.store = "1" * 32
    with pytest.raises(ValueError, match="another history"):
        client_of(other).export(mirror)


def test_a_mirror_gains_the_tables_that_came_after_it_was_begun(tmp_path: Path) -> None:
    def of(*tables: str) -> Service:
        service = Service()
        service.facts = {"selection": {**service.manifest()["selection"], "tables": ["observations", "gaps", *tables]}}
        return service

    later = ("forecasts", "marks", "settled")
    for known in ((), ("forecasts",), ("forecasts", "marks")):
        mirror = tmp_path / str(len(known))
        client_of(of(*known)).export(mirror)
        service = of(*later)
        service.files["marks.parquet"] = b"marks"
        client_of(service).export(mirror)
        assert (mirror / "marks.parquet").read_bytes() == b"marks"
    client_of(of("marks")).export(tmp_path / "other")
    with pytest.raises(ValueError, match="another selection"):
        client_of(of(*later)).export(tmp_path / "other")


def test_a_tree_with_open_days_is_no_mirror(tmp_path: Path) -> None:
    client_of(Service()).export(tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    manifest["window"]["toMs"] = None
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(ValueError, match="open days"):
        client_of(Service()).export(tmp_path, force=True)


def test_an_export_beside_another_is_refused(tmp_path: Path) -> None:
    mirror = tmp_path / "mirror"
    mirror.mkdir()
    other = sqlite3.connect(mirror / ".crosstape-lock", isolation_level=None)
    other.execute("PRAGMA journal_mode = MEMORY")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(RuntimeError, match="in use by another process"):
        client_of(Service()).export(mirror)
    assert [file.name for file in mirror.iterdir()] == [".crosstape-lock"]
    other.close()
    client_of(Service()).export(mirror)
    service = Service()
    service.lies = True
    service.files["gaps.parquet"] = b"other gaps"
    with pytest.raises(UnreadableAnswerError):
        client_of(service).export(mirror)
    # A run that failed keeps nobody out.
    client_of(Service()).export(mirror)


def test_other_bytes_and_paths_that_climb_are_refused(tmp_path: Path) -> None:
    service = Service()
    service.lies = True
    with pytest.raises(UnreadableAnswerError, match="its ETag"):
        client_of(service).export(tmp_path / "a")
    service = Service()
    service.files = {"../../outside.parquet": b"x"}
    with pytest.raises(UnreadableAnswerError, match="no path of a tree"):
        client_of(service).export(tmp_path / "b")
    assert not (tmp_path / "outside.parquet").exists()


def test_a_mirror_with_a_table_that_is_newer_than_the_service_is_refused(tmp_path: Path) -> None:
    service = Service()
    # A table of one file may be made after the moment of its manifest.
    service.ahead = 3_600_000
    client_of(service).export(tmp_path)
    client_of(service).export(tmp_path)
    service.ahead = 0
    with pytest.raises(NewerTreeError, match="the history as of"):
        client_of(service).export(tmp_path)


def test_a_mirror_of_what_the_service_has_lost_is_refused(tmp_path: Path) -> None:
    service = Service()
    service.seq = 2
    client_of(service).export(tmp_path)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    as_of = service.manifest()["asOfMs"]
    lost = "observations/venue=kalshi/date=2026-11-22/part-0.parquet"
    content = service.files[lost]
    for facts, reason in [
        ({"position": 0}, "it has commit 1"),
        ({"asOfMs": as_of - 86_400_000}, "the history as of"),
        ({"restored": [{"fromMs": as_of - 1, "toMs": as_of}]}, "was put in its place since"),
        ({"seq": 1}, "has insertion 2 and the history 1"),
        ({"gone": lost}, "has nothing of observations/venue=kalshi/date=2026-11-22"),
        ({"content": b"fewer"}, "has 1 more rows in"),
    ]:
        service.seq = int(facts.pop("seq", 2))
        service.files.pop(facts.pop("gone", None), None)
        if "content" in facts:
            service.files[lost] = facts.pop("content")
            service.rows = 0
        service.facts = facts
        with pytest.raises(NewerTreeError, match=reason):
            client_of(service).export(tmp_path)
        service.files[lost] = content
        service.rows = 1
        after = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
        for folder in (before, after):
            folder.pop(tmp_path / ".crosstape-progress", None)
            folder.pop(tmp_path / ".crosstape-export", None)
        assert after == before, reason
        (tmp_path / ".crosstape-progress").unlink(missing_ok=True)

    manifest = hashlib.sha256((tmp_path / "manifest.json").read_bytes()).hexdigest()
    service.facts = {"position": 0, "imported": [manifest]}
    client_of(service).export(tmp_path)
    service.facts = {}
    client_of(service).export(tmp_path)
    del service.files[lost]
    service.facts = {"withdrawn": ["20261122-0455-7f3a"]}
    client_of(service).export(tmp_path)
    assert not (tmp_path / lost).exists()
    service.facts = {"position": 0}
    client_of(service).export(tmp_path, force=True)
    assert json.loads((tmp_path / "manifest.json").read_text())["position"] == 0


def test_the_tree_of_a_running_service_is_mirrored(client: Crosstape, tmp_path: Path) -> None:
    """Byte by byte what the command has written beside the service, of days that were over by then."""
    tree = client.export(tmp_path)
    assert len(tree.markets.df("polars")) > 0
    directory = os.environ.get("CROSSTAPE_TREE")
    if directory is None:
        pytest.skip("no tree: npm run test:python exports one")
    own = {part["path"]: part for part in open_tree(directory).manifest["parts"]}
    same = [
        part["sha256"] == own[part["path"]]["sha256"]
        for part in tree.manifest["parts"]
        if part["closed"] and part["path"] in own and own[part["path"]]["seq"] == part["seq"]
    ]
    assert len(same) > 3 and all(same)


def test_a_reader_of_the_folder_meets_whole_files_alone(tmp_path: Path) -> None:
    """Beside exports into it, behind one whose service went away in the middle, and behind a killed one."""
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    folder = tmp_path / "observations"

    def day(rows: int) -> bytes:
        buffer = io.BytesIO()
        pd.DataFrame({"p": [0.5] * rows}).to_parquet(buffer)
        return buffer.getvalue()

    service = Service()
    paths = [path for path in service.files if path.startswith("observations/")]
    service.files = {path: day(1) for path in paths}
    client_of(service).export(tmp_path)

    def export_often() -> None:
        for rows in range(2, 60):
            service.files = {path: day(rows * 500) for path in paths}
            client_of(service).export(tmp_path)

    with ThreadPoolExecutor(1) as pool:
        exports = pool.submit(export_often)
        reads = 0
        while not exports.done():
            assert len(pd.read_parquet(folder)) > 0
            reads += 1
        exports.result()
    assert reads > 0

    # What a kill leaves beside the file that it was writing, and a service that ends within a file.
    unfinished = tmp_path / paths[0]
    unfinished.with_name(f".{unfinished.name}.part").write_bytes(day(9)[:20])
    service.files = {path: day(7) for path in paths}
    service.breaks = True
    with pytest.raises(CrosstapeError):
        client_of(service).export(tmp_path)
    assert len(pd.read_parquet(folder)) > 0
    service.breaks = False
    client_of(service).export(tmp_path)
    assert len(pd.read_parquet(folder)) == 14


def test_a_tree_that_is_half_copied_or_of_a_newer_version_is_refused_by_name(tmp_path: Path) -> None:
    service = Service()
    client_of(service).export(tmp_path)
    text = (tmp_path / "manifest.json").read_text()
    for changed, reason in [
        (text.replace('"version": 1', '"version": 2'), "version 2"),
        (text[: len(text) // 2], "manifest.json"),
        ("[]", "manifest.json"),
    ]:
        (tmp_path / "manifest.json").write_text(changed)
        with pytest.raises(ValueError, match=reason):
            open_tree(tmp_path)
