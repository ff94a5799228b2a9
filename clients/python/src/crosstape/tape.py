"""Prints a day file of the tape: ``python -m crosstape.tape FILE [--asset ID] [--trades]``.

The rows of the tree's table ``books`` (or ``trades``) of that file as CSV. docs/formats/tape.md of the service describes the
file. Ends with 0, with 1 when something is damaged (what is whole is printed), with 2 when it was called wrongly. It holds the
rows of a day in memory: name an asset where the day is large.
"""

from __future__ import annotations

import argparse
import csv
import sqlite3
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from .tape_blocks import Damaged, Decoder, Reader, Run

APPLICATION_ID = 0x43545450
VERSION = 1
BOOKS = ["asset", "t", "venueT", "isSnapshot", "side", "price", "size"]
TRADES = ["asset", "t", "venueT", "price", "size", "side", "sideSource", "id", "settled", "source", "isBlock"]
SIDES = ("bid", "ask")


class TapeFile:
    """A day file, read within one transaction. Damage is counted and passed over."""

    def __init__(self, path: Path) -> None:
        self.db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
        if self.db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise ValueError(f"{path} is no file of the tape")
        if self.db.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            raise ValueError(f"{path} is of another version of the tape; this release reads {VERSION}")
        self.db.execute("BEGIN")
        self.decoder = Decoder()
        self.damage: list[str] = []
        self.spoilt: set[int] = set()
        """Markets of which a row is damaged: nothing of their books is claimed."""
        self.markets = {row[0]: row for row in self.checked("market", 0)}
        newest = "SELECT max(t) FROM (SELECT max(to_ms) t FROM journal UNION ALL SELECT max(to_ms) FROM slice)"
        self.newest = self.db.execute(newest).fetchone()[0] or 0

    def checked(self, table: str, market: int) -> Iterator[tuple[Any, ...]]:
        """Rows whose checksum is right. `market`: the column that has the number of the market."""
        for *row, crc in self.db.execute(f"SELECT * FROM {table} ORDER BY rowid"):
            text = "\0".join("" if value is None else str(value) for value in row)
            if zlib.crc32(text.encode()) == crc:
                yield tuple(row)
            else:
                self.damage.append(f"row {row[0]} of {table}: its checksum is wrong")
                self.spoilt.add(row[market])

    def decode(self, what: str, read: Callable[[], Any]) -> Any:
        try:
            return read()
        except (Damaged, IndexError, UnicodeDecodeError) as error:
            self.damage.append(f"{what}: {error}")
            return None

    def items(self, wanted: set[int]) -> dict[int, list[Run | Lost]]:
        """Runs of each market in the order of time, and the moments from which nothing is known."""
        items: dict[int, list[Run | Lost]] = {market: [] for market in wanted}
        whole = {row[0]: row[3] for row in self.checked("slice", 0)}
        end = -1
        for number, start, to_ms in self.db.execute("SELECT id, from_ms, to_ms FROM slice ORDER BY id").fetchall():
            columns = "SELECT id, first, last, from_ms, data FROM block WHERE slice = ? ORDER BY first, n"
            blocks = self.db.execute(columns, (number,)).fetchall()
            if whole.get(number) != len(blocks):
                self.damage.append(f"row {number} of slice: it is damaged, or lacks blocks")
                blocks = []
                add_lost(items, wanted, end + 1)
            for row, first, last, from_ms, data in blocks:
                inside = {market for market in wanted if first <= market <= last}
                if not inside:
                    continue
                runs = self.decode(f"row {row} of block", partial(self.decoder.books, data, start, inside))
                if runs is None:
                    add_lost(items, inside, from_ms)
                for run in runs or []:
                    items[run.market].append(run)
            end = to_ms
        for number, start, to_ms, data in self.db.execute("SELECT id, from_ms, to_ms, data FROM journal ORDER BY id"):
            runs = self.decode(f"row {number} of journal", partial(self.journal_books, data, start, wanted))
            if runs is None:
                add_lost(items, wanted, end + 1)
            for run in runs or []:
                items[run.market].append(run)
            end = to_ms
        return items

    def journal_books(self, data: bytes, start: int, wanted: set[int]) -> list[Run]:
        block = Reader(data)
        books = block.raw(block.varint())
        return self.decoder.books(books, start, wanted) if books else []

    def journal_trades(self, data: bytes, start: int) -> list[tuple[int, list[Any]]]:
        block = Reader(data)
        block.raw(block.varint())
        trades = block.raw(block.varint())
        return list(self.decoder.trades(trades, start)) if trades else []

    def assets(self, only: str | None) -> list[tuple[str, int]]:
        """Markets by the bytes of their asset."""
        rows = [(row[3], row[0]) for row in self.markets.values() if only is None or row[3].lower() == only.lower()]
        return sorted(rows, key=lambda row: row[0].encode())

    def book_rows(self, only: str | None) -> Iterator[list[Any]]:
        spans: dict[int, list[tuple[int, int]]] = {}
        for row in self.checked("span", 1):
            spans.setdefault(row[1], []).append((row[2], self.newest if row[3] is None else row[3]))
            if (row[3] is None) != (row[7] is None):
                self.damage.append(f"row {row[0]} of span: it is half ended")
                self.spoilt.add(row[1])
        markets = [(asset, market) for asset, market in self.assets(only) if market not in self.spoilt]
        items = self.items({market for _, market in markets})
        for asset, market in markets:
            for values in rows_of(items[market], spans.get(market, [])):
                yield [asset, *values]

    def trade_rows(self, only: str | None) -> Iterator[list[Any]]:
        unsettled = {(row[0], row[1]) for row in self.checked("unsettled", 0)}
        compared = {row[0]: row[1] for row in self.checked("checked", 0)}
        trades: dict[int, list[list[Any]]] = {}
        for table, read in (("trade_block", self.decoder.trades), ("journal", self.journal_trades)):
            for number, start, data in self.db.execute(f"SELECT id, from_ms, data FROM {table} ORDER BY id"):
                found = self.decode(f"row {number} of {table}", lambda: list(read(data, start)))  # noqa: B023
                for market, row in found or []:
                    trades.setdefault(market, []).append(row)
        for asset, market in self.assets(only):
            for row in sorted(trades.get(market, []), key=lambda row: int(row[0])):
                if row[6] is not None:
                    known = True if row[0] <= compared.get(market, -1) else None
                    row[7] = False if (market, row[6]) in unsettled else known
                yield [asset, *row]


class Lost(NamedTuple):
    """Nothing is known from a moment on, up to the next whole book."""

    t: int




def add_lost(items: dict[int, list[Run | Lost]], markets: set[int], t: int) -> None:
    """Blocks that stand before a damaged one may hold frames behind its begin: they are not known either."""
    for market in markets:
        for run in items[market]:
            if isinstance(run, Run):
                run.frames = [frame for frame in run.frames if frame.t < t]
                run.begin = None if run.begin is not None and run.begin >= t else run.begin
        items[market].append(Lost(t))


def rows_of(items: Iterable[Run | Lost], spans: Sequence[tuple[int, int]]) -> Iterator[list[Any]]:
    """Snapshots where a book becomes known, and the changes within spans."""
    span: tuple[int, int] | None = None
    was_lost = False
    for item in items:
        if isinstance(item, Lost):
            span, was_lost = None, True
            continue
        begin = item.begin
        if begin is not None:
            covering = [one for one in spans if one[0] <= begin <= one[1]]
            is_begin = bool(covering) and covering[-1][0] == begin
            if is_begin or (covering and was_lost and span is None):
                span, was_lost = covering[-1], False
                for side, price, size in item.levels:
                    yield [begin, item.venue_t, True, SIDES[side], price, size]
                if not item.levels:
                    yield [begin, item.venue_t, True, None, None, None]
        for t, venue_t, changes in item.frames:
            if span is not None and span[0] <= t <= span[1]:
                for side, price, size in changes:
                    yield [t, venue_t, False, SIDES[side], price, size]


def to_text(value: object) -> object:
    return int(value) if isinstance(value, bool) else "" if value is None else value


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="crosstape.tape", description="Prints a day file of the tape as CSV.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--asset", help="rows of this asset alone")
    parser.add_argument("--trades", action="store_true", help="trades instead of books")
    options = parser.parse_args(arguments)
    try:
        tape = TapeFile(options.file)
    except (OSError, ValueError, sqlite3.Error) as error:
        print(error, file=sys.stderr)
        return 2
    writer = csv.writer(sys.stdout, lineterminator="\r\n")
    writer.writerow(TRADES if options.trades else BOOKS)
    try:
        for row in tape.trade_rows(options.asset) if options.trades else tape.book_rows(options.asset):
            writer.writerow([to_text(value) for value in row])
    except sqlite3.Error as error:
        tape.damage.append(str(error))
    for line in tape.damage:
        print(f"damaged: {line}", file=sys.stderr)
    return 1 if tape.damage else 0


if __name__ == "__main__":
    sys.exit(main())
