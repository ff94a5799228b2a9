"""The tree of everything that a service has recorded, as files on this machine."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .calls import Operation, list_texts
from .errors import CrosstapeError, NewerTreeError, UnreadableAnswerError
from .tree import VERSION, Tree, open_tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .steps import Steps

DAY_MS = 86_400_000
FILE_TIMEOUT = 600.0
"""Seconds for one file."""
MAX_WAITS = 300
"""A file of a large day takes its time, and others may wait before it: so often it is asked for again."""
WAIT = 2.0
MAX_LAG_MS = 30_000
"""Processes of one service look at its history within ten seconds of each other: so old may a manifest be."""
LAG_WAITS = 15
MAX_ROUNDS = 10
"""Tables change while they are read: the manifest is read again so often."""

GUIDES = ("duckdb.sql", "README.md")
MANIFEST = "manifest.json"
MARKER = ".crosstape-export"
PROGRESS = ".crosstape-progress"
LOCK = ".crosstape-lock"
# Paths lead into the directory: no part of one is dots alone, and none begins at the root.
_PATH = re.compile(r"[A-Za-z0-9_=-]+(/[A-Za-z0-9_=+-]+){0,3}(\.[a-z0-9]+){1,2}")
_SHA256 = re.compile(r'"([0-9a-f]{64})"')


DAY_TABLES = ("observations", "books", "bookSpans", "trades")
"""Tables whose files are of a venue and a day each."""
TAPE_TABLES = DAY_TABLES[1:]


class ExportSelection:
    """What is exported: venues or assets, tables, and days that overlap a window, whole."""

    def __init__(
        self,
        venues: Sequence[str] | None,
        assets: Sequence[str] | None,
        from_ms: int | None,
        to_ms: int | None,
        tables: Sequence[str] | None = None,
    ) -> None:
        if venues is not None and assets is not None:
            raise ValueError("venues and assets exclude each other")
        self.venues = None if venues is None else sorted({venue.lower() for venue in list_texts(venues)})
        self.assets = None if assets is None else list(dict.fromkeys(list_texts(assets)))
        self.tables = None if tables is None else list_texts(tables)
        self._first = None if from_ms is None else from_ms // DAY_MS
        self._last = None if to_ms is None else to_ms // DAY_MS

    def params(self) -> dict[str, str | None]:
        """The query of each call."""
        return {
            "venues": None if self.venues is None else ",".join(self.venues),
            "assets": None if self.assets is None else ",".join(self.assets),
        }

    def manifest_params(self) -> dict[str, str | None]:
        """The query of the manifest, which names the tables."""
        return {**self.params(), "tables": None if self.tables is None else ",".join(self.tables)}

    @property
    def has_end(self) -> bool:
        return self._last is not None

    def choose(self, manifest: dict[str, Any]) -> dict[str, Any]:
        """The manifest of the chosen days; the tables of one file stay."""
        if self._first is None and self._last is None:
            return manifest
        parts = [part for part in manifest["parts"] if part["table"] not in DAY_TABLES or self._has(part["path"])]
        first = None if self._first is None else self._first * DAY_MS
        last = manifest["window"]["toMs"]
        if self._last is not None:
            end = (self._last + 1) * DAY_MS - 1
            last = end if last is None else min(end, last)
        return {
            **manifest,
            "window": {"fromMs": first, "toMs": last},
            "parts": parts,
            "damaged": [
                damage
                for damage in manifest["damaged"]
                if (first is None or damage["toMs"] is None or damage["toMs"] >= first)
                and (last is None or damage["fromMs"] is None or damage["fromMs"] <= last)
            ],
            "totals": {
                **manifest["totals"],
                "rows": sum(part["rows"] or 0 for part in parts if part["table"] == "observations"),
                "bytes": sum(part["bytes"] or 0 for part in parts),
            },
        }

    def _has(self, path: str) -> bool:
        name = path.split("/")[2].removeprefix("date=")
        day = int(name) if name.lstrip("-").isdigit() else _day_of(name)
        return (self._first is None or day >= self._first) and (self._last is None or day <= self._last)


def export_tree(
    directory: str | os.PathLike[str], selection: ExportSelection, force: bool = False
) -> Steps[Tree]:
    """Fetches what a directory lacks. What is there already stays, and a run that was interrupted is continued."""
    root = Path(directory)
    there = selection.choose((yield from _read_current(root, selection)))
    _check_directory(root, there, selection, force)
    with _locked(root):
        return (yield from _mirror(root, there, selection, force))


def _mirror(root: Path, there: dict[str, Any], selection: ExportSelection, force: bool) -> Steps[Tree]:
    here = _open_directory(root, there, selection, force)
    # Files of a closed day into which nothing was inserted since: they have the rows that they had.
    settled = {} if force or _is_imported(root, there) else _settled_parts(root, there)
    for _ in range(MAX_ROUNDS):
        missing = [part for part in there["parts"] if part["sha256"] is None or here.get(part["path"]) != part["sha256"]]
        if not missing:
            yield from _write_guides(root, selection, there)
            return _finish(root, there)
        for part in missing:
            yield from _fetch(root, part, here, selection, settled.get(part["path"]))
        # What was made for this run is in the manifest now, and so is what has changed.
        there = selection.choose((yield from _read_manifest(selection)))
    raise UnreadableAnswerError(f"the tree changed while it was read, {MAX_ROUNDS} times")


def _read_current(root: Path, selection: ExportSelection) -> Steps[dict[str, Any]]:
    """The manifest, at least as new as the mirror where another process of the service was only a little ahead."""
    for _ in range(LAG_WAITS):
        there = yield from _read_manifest(selection)
        lag = _newest_moment(_read_json(root / MANIFEST) or {"asOfMs": 0, "parts": []}) - _newest_moment(there)
        if not 0 < lag <= MAX_LAG_MS:
            break
        yield lambda client: client._wait(WAIT)
    return there


def _newest_moment(manifest: dict[str, Any]) -> int:
    """A table of one file may be made after its manifest was asked for."""
    moments: list[int] = [manifest["asOfMs"], *(part.get("asOfMs") or 0 for part in manifest["parts"])]
    return max(moments)


def _read_manifest(selection: ExportSelection) -> Steps[dict[str, Any]]:
    operation = Operation("GET", "/api/export/manifest", query=("venues", "assets", "tables"))
    answer = yield from _patiently(operation, selection.manifest_params(), None)
    manifest: dict[str, Any] = answer.json()
    manifest.pop("ok", None)
    if manifest.get("version") != VERSION:
        raise ValueError(
            f"the service has version {manifest.get('version')} of the layout; this release reads {VERSION}"
        )
    for part in manifest["parts"]:
        if _PATH.fullmatch(part["path"]) is None:
            raise UnreadableAnswerError(f"the manifest names {part['path']!r}, which is no path of a tree")
    return manifest


def _fetch(
    root: Path,
    part: dict[str, Any],
    here: dict[str, str],
    selection: ExportSelection,
    before: dict[str, Any] | None,
) -> Steps[None]:
    path = part["path"]
    known = here.get(path)
    operation = Operation("GET", f"/api/export/{path}", query=("venues", "assets"), header=("if-none-match",))
    params = {**selection.params(), "if-none-match": None if known is None else f'"{known}"'}
    if "/" in path:
        # The path of a part names its venue.
        params["venues"] = None
    try:
        answer = yield from _patiently(operation, params, FILE_TIMEOUT)
    except CrosstapeError as error:
        if error.status == 304:
            return
        raise
    sha256 = hashlib.sha256(answer.content).hexdigest()
    stated = _SHA256.fullmatch(answer.headers.get("etag", ""))
    if stated is None or stated[1] != sha256:
        raise UnreadableAnswerError(f"the bytes of {path} are not those that its ETag states")
    if before is not None and before["sha256"] != sha256:
        # The manifest states the rows of a file once it is made.
        there = yield from _read_manifest(selection)
        rows = next((one["rows"] for one in there["parts"] if one["path"] == path), None)
        if rows is not None and rows < before["rows"]:
            raise NewerTreeError(
                f"{root}: the mirror has {before['rows'] - rows} more rows in {path} than the service: {_ADVICE.format(root)}"
            )
    _write(root / path, answer.content)
    here[path] = sha256
    done = {**part, "sha256": sha256, "bytes": len(answer.content)}
    for name in ("rows", "series"):
        done[name] = done[name] or 0
    with (root / PROGRESS).open("a", encoding="utf-8") as progress:
        progress.write(json.dumps([done]) + "\n")


def _write_guides(root: Path, selection: ExportSelection, there: dict[str, Any]) -> Steps[None]:
    """The views for DuckDB and the page for recipients, as the command writes them."""
    known = {part["table"] for part in there["parts"]}
    # A view of books or trades without a file would fail.
    tables = [table for table in there["selection"]["tables"] if table not in TAPE_TABLES or table in known]
    for name in GUIDES:
        operation = Operation("GET", f"/api/export/{name}", query=("venues", "assets", "tables", "empty"))
        params = {"tables": None, **selection.params(), "empty": None if "observations" in known else "true"}
        if selection.tables is not None and tables:
            params["tables"] = ",".join(tables)
        try:
            answer = yield from _patiently(operation, params, FILE_TIMEOUT)
        except CrosstapeError as error:
            # A service of an earlier version may have none.
            if error.status != 404:
                raise
        else:
            _write(root / name, answer.content)


def _patiently(operation: Operation, params: dict[str, Any], timeout: float | None) -> Steps[Any]:
    for _ in range(MAX_WAITS):
        try:
            answer = yield _calling(operation, params, timeout)
        except CrosstapeError as error:
            if error.code not in ("preparing", "overloaded"):
                raise
            failure = error
        else:
            return answer
        yield lambda client: client._wait(WAIT)
    raise failure


def _calling(operation: Operation, params: dict[str, Any], timeout: float | None) -> Callable[[Any], Any]:
    return lambda client: client._call(operation, params, timeout)


@contextmanager
def _locked(root: Path) -> Iterator[None]:
    """Keeps every other export out of the directory, those of the command too: the lock is that of an SQLite file.

    The operating system gives it up when the process ends, however that ends.
    """
    root.mkdir(parents=True, exist_ok=True)
    lock = sqlite3.connect(root / LOCK, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        try:
            lock.execute("PRAGMA journal_mode = MEMORY")
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as cause:
            if "locked" not in str(cause):
                raise
            raise RuntimeError(
                f"the tree {root} is in use by another process: stop that one, or choose another directory"
            ) from cause
        yield
    finally:
        lock.close()


def _check_directory(root: Path, there: dict[str, Any], selection: ExportSelection, force: bool) -> None:
    """Raises ValueError where the directory holds anything but this tree, or what the service has lost."""
    before = _read_json(root / MANIFEST)
    marker = _read_json(root / MARKER)
    is_empty = not root.is_dir() or all(file.name == LOCK for file in root.iterdir())
    if before is None and marker is None and not is_empty:
        raise ValueError(f"{root} holds files that are no tree of a history: name an empty directory")
    for known in (before, marker):
        if known is not None and known.get("store") != there["store"]:
            raise ValueError(f"{root} is the tree of another history: name another directory")
    if before is not None and before["window"]["toMs"] is None and there["window"]["toMs"] is not None:
        raise ValueError(f"{root} holds a tree with open days, which a mirror has not: name another directory")
    if before is not None:
        ends = ("fromMs", "toMs") if selection.has_end else ("fromMs",)
        same = (
            _is_continued(before["selection"], there["selection"])
            and before["simulated"] == there["simulated"]
            and all(before["window"][end] == there["window"][end] for end in ends)
        )
        if not same:
            raise ValueError(f"{root} holds a tree of another selection: name another directory")
    reason = None if force else _find_newer(root, before, marker, there)
    if reason is not None:
        raise NewerTreeError(f"{root}: the tree is newer than the service's history ({reason}): {_ADVICE.format(root)}")


LATER_TABLES = ("forecasts", "marks", "settled")
"""Tables that trees of earlier releases lack, in the order in which they came: a mirror of all tables gains them."""


def _is_continued(before: dict[str, Any], there: dict[str, Any]) -> bool:
    """Whether a mirror is of the same selection, but for tables that services had not yet when it was begun."""
    known = [there["tables"]]
    for first in range(len(LATER_TABLES)):
        known.append([table for table in there["tables"] if table not in LATER_TABLES[first:]])
    return before["tables"] in known and {**before, "tables": None} == {**there, "tables": None}


_ADVICE = '"crosstape import {}" on its machine first, or lose those rows with force=True'


def _find_newer(
    root: Path, before: dict[str, Any] | None, marker: dict[str, Any] | None, there: dict[str, Any]
) -> str | None:
    """Why the directory has, or may have, what the service lacks, as after a restore. None: it is no newer."""
    moments = []
    if before is not None and not _is_imported(root, there):
        moments.append((_newest_moment(before), before["position"]))
    if marker is not None and (before is None or (root / PROGRESS).exists()):
        moments.append((marker["startedAt"], marker["position"]))
    for as_of, position in moments:
        if position > there["position"]:
            return f"it has commit {position} and the history ends with {there['position']}"
        if as_of > (newest := _newest_moment(there)):
            return f"it is as of {_iso(as_of)} and the history as of {_iso(newest)}"
        for span in there.get("restored", []):
            if span["fromMs"] < as_of <= span["toMs"]:
                return f"it is as of {_iso(as_of)}, and a backup as of {_iso(span['fromMs'])} was put in its place since"
    if before is None or _is_imported(root, there):
        return None
    seqs = {_day_folder(part): part["seq"] for part in there["parts"]}
    is_withdrawn = not set(there["withdrawn"]) <= set(before["withdrawn"])
    for part in before["parts"]:
        # Books and trades are what the tape has, which lets books go.
        if part["seq"] is None or part["table"] in TAPE_TABLES:
            continue
        seq = seqs.get(_day_folder(part))
        if seq is None and part["rows"] and not is_withdrawn:
            return f"the history has nothing of {_day_folder(part)}"
        if seq is not None and part["seq"] > seq:
            return f"{part['path']} has insertion {part['seq']} and the history {seq}"
    return None


def _is_imported(root: Path, there: dict[str, Any]) -> bool:
    """Whether all rows of the mirror are in the history by an import."""
    file = root / MANIFEST
    return file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() in there.get("imported", [])


def _settled_parts(root: Path, there: dict[str, Any]) -> dict[str, dict[str, Any]]:
    seqs = {part["path"]: part["seq"] for part in there["parts"]}
    before = (_read_json(root / MANIFEST) or {"parts": []})["parts"]
    return {
        part["path"]: part
        for part in before
        if part["closed"] and part["seq"] is not None and part["seq"] == seqs.get(part["path"])
    }


def _day_folder(part: dict[str, Any]) -> str:
    return str(part["path"]).rpartition("/")[0]


def _iso(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, timezone.utc).isoformat(timespec="milliseconds")


def _open_directory(
    root: Path, there: dict[str, Any], selection: ExportSelection, force: bool
) -> dict[str, str]:
    """Begins a run, or goes on with one. Returns the sha256 of each file that is there, by path."""
    _check_directory(root, there, selection, force)
    before = _read_json(root / MANIFEST)
    marker = _read_json(root / MARKER)
    # A killed run of another past is not continued.
    is_other = force and _find_newer(root, None, marker, there) is not None
    if marker is None or is_other or (before is not None and not (root / PROGRESS).exists()):
        run = {"store": there["store"], "startedAt": there["asOfMs"], "position": there["position"]}
        _write(root / MARKER, (json.dumps(run) + "\n").encode())
        (root / PROGRESS).write_bytes(b"")
    here: dict[str, str] = {}
    for part in [*(before or {"parts": []})["parts"], *_read_progress(root)]:
        file = root / part["path"]
        here.pop(part["path"], None)
        if part["sha256"] is not None and file.is_file() and file.stat().st_size == part["bytes"]:
            here[part["path"]] = part["sha256"]
    return here


def _finish(root: Path, manifest: dict[str, Any]) -> Tree:
    """Removes what the tree no longer has and writes the manifest, which ends the run."""
    names = {part["path"] for part in manifest["parts"]}
    before = (_read_json(root / MANIFEST) or {"parts": []})["parts"]
    for part in [*before, *_read_progress(root)]:
        if part["path"] not in names and _PATH.fullmatch(part["path"]) is not None:
            file = root / part["path"]
            file.unlink(missing_ok=True)
            # A day that is gone leaves no empty folder.
            for folder in file.relative_to(root).parents:
                if folder.name and (root / folder).is_dir() and not any((root / folder).iterdir()):
                    (root / folder).rmdir()
    _write(root / MANIFEST, (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode())
    (root / PROGRESS).unlink(missing_ok=True)
    # A run that was killed leaves what it was writing.
    for left in root.rglob("*.part"):
        left.unlink(missing_ok=True)
    return open_tree(root)


def _write(file: Path, content: bytes) -> None:
    """A file has its name once it is whole and on the disk."""
    file.parent.mkdir(parents=True, exist_ok=True)
    # Readers of a folder pass over names that begin with a dot, so they meet whole files alone.
    unfinished = file.with_name(f".{file.name}.part")
    with unfinished.open("wb") as output:
        output.write(content)
        output.flush()
        os.fsync(output.fileno())
    unfinished.replace(file)


def _read_json(file: Path) -> Any:
    try:
        return json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return None


def _read_progress(root: Path) -> list[dict[str, Any]]:
    try:
        lines = (root / PROGRESS).read_text("utf-8").splitlines()
    except FileNotFoundError:
        return []
    parts: list[dict[str, Any]] = []
    for line in lines:
        try:
            parts.extend(json.loads(line))
        except ValueError:
            # A kill may cut the last line off.
            continue
    return parts


def _day_of(name: str) -> int:
    return round(datetime.fromisoformat(name).replace(tzinfo=timezone.utc).timestamp() * 1000) // DAY_MS
