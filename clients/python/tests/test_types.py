"""A user's program under a strict type checker."""

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
from datetime import date, timedelta

from crosstape import AssetNotFoundError, AsyncCrosstape, Crosstape, Frame, open_tree

client = Crosstape("127.0.0.1:8080")
try:
    price: float | None = client.get_quote("hl-BTC")["price"]["last"]
    bars = client.ohlcv("hl-BTC", timedelta(hours=1), start=date(2026, 11, 22))
    print(price, len(bars))
except AssetNotFoundError as error:
    print(error.code)
with client.stream("hl-BTC") as stream:
    for event in stream:
        if isinstance(event, Frame):
            print(event.data)
            break


async def read() -> int:
    async with AsyncCrosstape() as awaited:
        return len(await awaited.history("hl-ETH").records())


print(open_tree("tree").observations.df(assets="hl-BTC"))
"""


def test_the_names_of_the_package_are_known_to_a_strict_checker(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [sys.executable, "-m", "mypy", "--strict", "--python-version", "3.10", "program.py"]
    environment = {**os.environ, "MYPYPATH": str(Path(__file__).parents[1] / "src")}
    checked = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
