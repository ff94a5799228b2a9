"""Blocks of day files of the tape: docs/formats/tape.md of the service describes them."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

BOOK_COLUMNS = 8
TRADE_COLUMNS = 9
TAKERS = ("sell", "buy", None)
SOURCES = ("stream", "poll", "backfill")
PLAIN_DIGITS = 6


class Damaged(Exception):
    """Bytes are not what the format says."""


def load_decompressor() -> Callable[[bytes, int], bytes]:
    """zstd of Python where it has one, else of the package ``zstandard``."""
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]

        return lambda data, length: bytes(zstd.decompress(data))
    except ImportError:
        pass
    try:
        import zstandard
    except ImportError as cause:
        message = "day files need zstd, which this Python has not: pip install 'crosstape[tape]'"
        raise SystemExit(message) from cause
    return lambda data, length: bytes(zstandard.ZstdDecompressor().decompress(data, max_output_size=max(1, length)))


class Reader:
    """Numbers and bytes of a column, one after the other."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def varint(self) -> int:
        value = shift = 0
        while True:
            if self.at >= len(self.data) or shift > 49:
                raise Damaged("a number does not end")
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def zigzag(self) -> int:
        value = self.varint()
        return value // 2 if value % 2 == 0 else -(value + 1) // 2

    def optional(self) -> int | None:
        value = self.varint()
        if value == 0:
            return None
        return (value - 1) // 2 if value % 2 == 1 else -(value // 2)

    def raw(self, count: int) -> bytes:
        if self.at + count > len(self.data):
            raise Damaged("bytes end early")
        part = self.data[self.at : self.at + count]
        self.at += count
        return part

    def many(self, count: int) -> list[int]:
        return [self.varint() for _ in range(count)]


class Frame(NamedTuple):
    t: int
    venue_t: int | None
    changes: list[tuple[int, str, str]]
    """Side, price and size of each change."""


@dataclass
class Run:
    market: int
    begin: int | None
    """Moment from which the whole book holds, with which the run begins; None without one."""
    venue_t: int | None = None
    levels: list[tuple[int, str, str]] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)


class Decoder:
    """Blocks as the page of the format describes them."""

    def __init__(self) -> None:
        self.decompress = load_decompressor()

    def columns(self, data: bytes, base: int, count: int) -> list[bytes]:
        checksum = zlib.crc32(data[4:], zlib.crc32(base.to_bytes(8, "little", signed=True)))
        if len(data) < 4 or int.from_bytes(data[:4], "little") != checksum:
            raise Damaged("a checksum is wrong")
        reader = Reader(data[4:])
        columns = []
        for _ in range(count):
            form = reader.varint()
            if form % 2 == 0:
                columns.append(reader.raw(form // 2))
                continue
            length = reader.varint()
            try:
                columns.append(self.decompress(reader.raw((form - 1) // 2), length))
            except Damaged:
                raise
            except Exception as cause:
                raise Damaged("a column cannot be decompressed") from cause
            if len(columns[-1]) != length:
                raise Damaged("a column has another length than it says")
        if reader.at != len(reader.data):
            raise Damaged("bytes are left over")
        return columns

    def split(self, head: Reader, columns: list[bytes], runs: int) -> Iterator[list[Reader]]:
        """Each run's part of each column."""
        lengths = [head.many(runs) if runs > 1 else [len(column)] for column in columns]
        readers = [Reader(column) for column in columns]
        for i in range(runs):
            yield [Reader(reader.raw(lengths[c][i])) for c, reader in enumerate(readers)]

    def books(self, data: bytes, base: int, wanted: set[int]) -> list[Run]:
        first, *columns = self.columns(data, base, BOOK_COLUMNS)
        head = Reader(first)
        if head.varint() != 1:
            raise Damaged("a block has another layout")
        n = head.varint()
        markets, flags, changes, price_decimals, size_decimals, steps = (head.many(n) for _ in range(6))
        whole = [i for i in range(n) if flags[i] & 1]
        begin = dict(zip(whole, head.many(len(whole)), strict=True))
        since = dict(zip(whole, head.many(len(whole)), strict=True))
        venue = {i: head.optional() for i in whole}
        bids = dict(zip(whole, head.many(len(whole)), strict=True))
        asks = dict(zip(whole, head.many(len(whole)), strict=True))
        runs: list[Run] = []
        market = 0
        for i, (time, count, lag, place, total, level, level_size) in enumerate(self.split(head, columns, n)):
            market += markets[i]
            if market not in wanted:
                continue
            run = Run(market, None)
            step, decimals, size_scale = steps[i], price_decimals[i], size_decimals[i]
            totals: dict[tuple[int, int], int] = {}
            last = [0, 0]
            if i in begin:
                run.begin = base + begin[i]
                lag_of_book = venue[i]
                run.venue_t = None if lag_of_book is None else run.begin - since[i] - lag_of_book
                for side, levels in ((0, bids[i]), (1, asks[i])):
                    at = 0
                    for rank in range(levels):
                        moved = level.varint()
                        at = moved if rank == 0 else at + (moved + 1) * (1 if side else -1)
                        if rank == 0:
                            last[side] = at
                        totals[side, at] = level_size.varint()
                        amount = to_decimal(totals[side, at], size_scale)
                        run.levels.append((side, to_decimal(at * step, decimals), amount))
            t, late, left = base, 0, changes[i]
            while left > 0:
                t += time.zigzag()
                in_frame = count.varint()
                if in_frame < 1 or in_frame > left:
                    raise Damaged("frames do not add up to the changes of their run")
                left -= in_frame
                if not flags[i] & 2:
                    late += lag.zigzag()
                frame = Frame(t, None if flags[i] & 2 else t - late, [])
                for _ in range(in_frame):
                    code = place.varint()
                    side, moved = code % 2, code // 2
                    last[side] += moved // 2 if moved % 2 == 0 else -(moved + 1) // 2
                    key = (side, last[side])
                    c, b = total.varint(), totals.get(key, 0)
                    totals[key] = 0 if c == 0 else b if c == 1 else b + c // 2 if c % 2 == 0 else b - (c - 1) // 2
                    amount = to_decimal(totals[key], size_scale)
                    frame.changes.append((side, to_decimal(last[side] * step, decimals), amount))
                run.frames.append(frame)
            runs.append(run)
        return runs

    def trades(self, data: bytes, base: int) -> Iterator[tuple[int, list[Any]]]:
        """Market, and the columns of the table behind the asset."""
        first, *columns = self.columns(data, base, TRADE_COLUMNS)
        head = Reader(first)
        if head.varint() != 1:
            raise Damaged("a block has another layout")
        n = head.varint()
        markets, counts, price_decimals, size_decimals = (head.many(n) for _ in range(4))
        market = 0
        for i, (time, venue, receipt, side, price, size, kind, ids) in enumerate(self.split(head, columns, n)):
            market += markets[i]
            t, last = base, 0
            for _ in range(counts[i]):
                t += time.zigzag()
                lag = venue.optional()
                venue_t = None if lag is None else t - lag
                receipt.optional()
                flags = side.varint()
                last += price.zigzag()
                taker = TAKERS[flags % 4]
                trade_id = read_id(kind.varint(), ids, venue_t)
                amounts = [to_decimal(last, price_decimals[i]), to_decimal(size.varint(), size_decimals[i])]
                taken = [taker, None if taker is None else "venue", trade_id]
                yield market, [t, venue_t, *amounts, *taken, None, SOURCES[flags // 8], flags // 4 % 2 == 1]


def read_id(k: int, ids: Reader, venue_t: int | None) -> str | None:
    times, kind = divmod(k, 8)
    if kind == 0:
        return None
    if kind == 3:
        text = ids.raw(16).hex()
        text = "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
    elif kind == 4:
        text = f"{venue_t}:{ids.varint()}"
    elif kind == 5:
        text = ids.raw(ids.varint()).decode()
    elif kind in (1, 2):
        text = f"0x{ids.raw(32).hex()}" + ("" if kind == 1 else (":yes", ":no")[ids.raw(1)[0]])
    else:
        raise Damaged("an id is of a kind that is not known")
    return f"{text}:{times + 1}" if times > 0 else text


def to_decimal(units: int, decimals: int) -> str:
    """Shortest digits, as JSON has them: with an exponent below 0.000001."""
    digits = str(units).rjust(decimals + 1, "0")
    whole, part = digits[: len(digits) - decimals], digits[len(digits) - decimals :].rstrip("0")
    if whole != "0" or part == "":
        return whole + (f".{part}" if part else "")
    zeros = len(part) - len(part.lstrip("0"))
    if zeros < PLAIN_DIGITS:
        return f"0.{part}"
    rest = part.lstrip("0")
    return f"{rest[0]}{'.' + rest[1:] if rest[1:] else ''}e-{zeros + 1}"
