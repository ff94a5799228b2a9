"""Day files that the store of the service wrote, and the examples of docs/formats/tape.md."""

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from crosstape.tape import main
from crosstape.tape_blocks import Damaged, Decoder

NOON = 1_795_867_200_000
BOOKS = bytes.fromhex("""
f8 41 15 46 46 01 02 03 04 01 02 03 02 02 03 02 00 01 05 00 e8 20 85 02 02 01 04 02
02 01 03 00 03 04 05 02 03 00 07 00 0c f4 03 e4 19 d0 0f 06 01 02 02 06 84 02 09 0e
00 01 05 98 03 9d 03 0e a1 1f 00 92 5e 50 00 06 29 00 2b 0e e0 5d fe 3a a0 9c 01""")
TRADES = bytes.fromhex("""
66 bf d1 3b 34 01 02 03 04 02 01 0a 01 01 00 03 02 02 01 05 01 02 01 0a 01 03 01 02 01 42 00
0a 00 a8 14 c0 0c 06 01 01 00 0c 85 02 c1 ee 6d 01 06 01 10 0e 16 80 a8 b7 a5 1f b6 c7 af a0 25 0a
08 ff 01 64 03 06 02 0a 00 2d 42 28 b5 2f fd 00 00 6d 00 00 28 a1 a1 01 a1 01 02 00 a0 c1 22 c0 02""")


def test_the_example_of_books_is_read_as_the_page_says() -> None:
    first, second = Decoder().books(BOOKS, NOON, {3, 7})
    assert (first.market, first.begin, first.venue_t) == (3, NOON, NOON - 4_330)
    assert first.levels == [(0, "0.41", "120"), (0, "0.4", "75.5"), (1, "0.43", "200")]
    assert first.frames == [
        (NOON + 250, NOON + 120, [(0, "0.41", "100")]),
        (NOON + 1_900, NOON + 1_775, [(1, "0.43", "0"), (1, "0.44", "60.25")]),
    ]
    assert (second.market, second.begin) == (7, None)
    assert second.frames == [(NOON + 1_000, None, [(0, "0.51", "40"), (1, "0.515", "0")])]


def test_the_example_of_trades_is_read_as_the_page_says() -> None:
    known = f"0x{'a1' * 32}:no"
    assert list(Decoder().trades(TRADES, NOON + 700)) == [
        (3, [NOON + 700, NOON + 700, "0.42", "25.5", "buy", "venue", known, None, "stream", False]),
        (3, [NOON + 2_000, NOON + 2_000, "0.9199999963", "10", "sell", "venue", f"{known}:2", None, "backfill", False]),
        (7, [NOON + 1_500, None, "0.5", "3", None, None, None, None, "poll", True]),
    ]


def test_no_altered_byte_is_taken_for_a_block() -> None:
    for at in range(len(BOOKS)):
        altered = bytearray(BOOKS)
        altered[at] ^= 0x10
        with pytest.raises(Damaged):
            Decoder().books(bytes(altered), NOON, {3, 7})


@pytest.fixture()
def tape() -> Path:
    file = os.environ.get("CROSSTAPE_TAPE")
    if file is None:
        pytest.skip("no tape: npm run test:python writes one")
    return Path(file)


def test_a_file_prints_what_the_service_reads(tape: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for table, options in (("books", []), ("trades", ["--trades"])):
        assert main([str(tape), *options]) == 0
        assert capfdbinary.readouterr().out == (tape.parent.parent / f"{table}.csv").read_bytes()


def test_one_asset_is_its_rows(tape: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main([str(tape), "--asset", "pm-märket-4"]) == 0
    head, *rows = (tape.parent.parent / "books.csv").read_bytes().splitlines(keepends=True)
    own = [row for row in rows if row.startswith("pm-märket-4,".encode())]
    assert own and capfdbinary.readouterr().out == head + b"".join(own)


def test_what_is_whole_of_a_damaged_file_is_printed(tape: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    copy = tmp_path / tape.name
    shutil.copy(tape, copy)
    with sqlite3.connect(copy) as db:
        slice_, start = db.execute("SELECT id, from_ms FROM slice ORDER BY id LIMIT 1 OFFSET 1").fetchone()
        db.execute("UPDATE block SET data = CAST(data || x'00' AS BLOB) WHERE slice = ?", (slice_,))
    db.close()
    assert main([str(copy)]) == 1
    out, err = capfdbinary.readouterr()
    assert b"a checksum is wrong" in err
    rows = (tape.parent.parent / "books.csv").read_bytes().splitlines()
    before = [row for row in rows[1:] if int(row.split(b",")[1]) < start]
    assert set(before) <= set(out.splitlines())
    assert len(out.splitlines()) < len(rows)


def test_what_is_no_day_file_is_refused(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    other = tmp_path / "other.sqlite"
    sqlite3.connect(other).execute("CREATE TABLE t (x)").connection.close()
    assert main([str(other)]) == 2
    assert main([str(tmp_path / "missing.sqlite")]) == 2
    assert b"is no file of the tape" in capfdbinary.readouterr().err
