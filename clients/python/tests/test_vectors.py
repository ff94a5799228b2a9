"""Vectors of signatures are made again by the venues' own packages, where those are installed."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
FIXTURES = ROOT / "src/bot/execution"


@pytest.mark.parametrize(
    ("script", "package", "requirement", "fixture"),
    [
        ("kalshi", "kalshi_python_sync", "kalshi-python-sync==3.34.0", "kalshi/fixtures/signatures-ed25519.json"),
        ("limitless", "limitless_sdk", "limitless-sdk==1.3.0", "limitless/fixtures/signatures-collateral.json"),
    ],
)
def test_the_official_package_signs_the_same_again(script: str, package: str, requirement: str, fixture: str) -> None:
    path = ROOT / "scripts/vectors" / f"{script}.py"
    if importlib.util.find_spec(package) is None or not path.exists():
        pytest.skip(f"not compared: pip install {requirement} makes the vectors again")
    spec = importlib.util.spec_from_file_location(f"vectors_{script}", path)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.make_vectors() == json.loads((FIXTURES / fixture).read_text(encoding="utf-8"))
