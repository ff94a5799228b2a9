"""Signatures that the service's tests compare with are those that the venues' own packages make."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

VECTORS = [
    ("polymarket", "polymarket_v2.py", "polymarket/fixtures/signatures-v2.json"),
    ("kalshi_python_sync", "kalshi.py", "kalshi/fixtures/signatures-ed25519.json"),
    ("limitless_sdk", "limitless.py", "limitless/fixtures/signatures-collateral.json"),
]


@pytest.mark.parametrize(("package", "script", "fixture"), VECTORS)
def test_committed_vectors_are_what_the_package_signs(package: str, script: str, fixture: str) -> None:
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed: pip install -e 'clients/python[venues]', on Python 3.13 for all three")
    made = subprocess.run(
        [sys.executable, ROOT / "scripts" / "vectors" / script], capture_output=True, text=True, check=True
    )
    committed = json.loads((ROOT / "src" / "bot" / "execution" / fixture).read_text())
    assert json.loads(made.stdout) == committed
