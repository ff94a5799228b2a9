"""A user's programs under strict type checkers: one of its own, and each example of the README."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

PROGRAM = """
from datetime import date, timedelta

from crosstape import AssetNotFoundError, AsyncCrosstape, Crosstape, Frame, open_tree

client = Crosstape("127.0.0.1:8080")
try:
    price: float | None = client.get_quote("hl-BTC")["price"]["last"]
    bars = client.ohlcv("hl-BTC", timedelta(hours=1), start=date(2026, 11, 22))
    print(price, len(bars), [bar["close"] - bar["open"] for bar in bars if bar["volume"] is not None])
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

FOLDER = Path(__file__).parents[1]
VERSIONS = ("3.10", "3.11", "3.12", "3.13", "3.14")


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file for each program."""
    folder = tmp_path_factory.mktemp("programs")
    examples = re.findall(r"```python\n(.*?)```", (FOLDER / "README.md").read_text("utf-8"), re.DOTALL)
    assert len(examples) >= 8, "the README has lost its examples"
    for number, text in enumerate([PROGRAM, *examples]):
        (folder / f"program_{number}.py").write_text(text)
    return folder


def _check(command: list[str], folder: Path) -> None:
    environment = {**os.environ, "MYPYPATH": str(FOLDER / "src"), "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    checked = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("version", VERSIONS)
def test_programs_pass_a_strict_mypy(programs: Path, version: str) -> None:
    # The numpy that pip chooses for a newer Python is written in that Python's syntax.
    (programs / "mypy.ini").write_text("[mypy]\n[mypy-numpy.*]\nfollow_imports = skip\nfollow_imports_for_stubs = true\n")
    _check([sys.executable, "-m", "mypy", "--strict", "--python-version", version, "."], programs)


@pytest.mark.parametrize("version", (VERSIONS[0], VERSIONS[-1]))
def test_programs_pass_a_strict_pyright(programs: Path, version: str) -> None:
    if find_spec("pyright") is None:
        pytest.skip("pyright is not installed here")
    (programs / "pyrightconfig.json").write_text(
        f'{{"typeCheckingMode": "strict", "pythonVersion": "{version}", "extraPaths": ["{FOLDER / "src"}"]}}'
    )
    _check([sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "."], programs)
