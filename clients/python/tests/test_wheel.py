"""The wheel that a running service serves."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

import pytest
from httpx import get

from crosstape import Crosstape

FIELDS = ["Name", "Version", "Summary", "License-Expression", "Requires-Python"]


@pytest.fixture(scope="module")
def url() -> str:
    address = os.environ.get("CROSSTAPE_URL")
    if address is None:
        pytest.skip("no service: npm run test:python starts one")
    page = get(f"{address}/clients/").text
    name = re.search(r'href="/clients/(crosstape-[^"#]+\.whl)#', page)
    assert name is not None, page
    return f"{address}/clients/{name[1]}"


@pytest.fixture(scope="module")
def installed(url: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Installed by pip from the service alone, into a folder of its own."""
    target = tmp_path_factory.mktemp("installed")
    options = ["--no-deps", "--no-index", "--disable-pip-version-check", "--target", str(target)]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, url], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return target


def test_pip_installs_the_client_from_the_running_service(installed: Path, client: Crosstape, url: str) -> None:
    code = (
        "import sys, crosstape; sys.exit(crosstape.__file__) if not crosstape.__file__.startswith(sys.path[1]) else 0;"
        f"print(crosstape.Crosstape({url.split('/clients/')[0]!r}).get_health()['ok'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=installed.parent,
        env={"PYTHONPATH": str(installed)},
    )
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr
    assert (installed / "crosstape" / "py.typed").exists()
    assert client.get_health()["ok"]


def test_the_wheel_declares_what_pyproject_does(installed: Path) -> None:
    """The editable installation has what hatchling makes of pyproject.toml."""
    [folder] = installed.glob("crosstape-*.dist-info")
    served, built = PathDistribution(folder), distribution("crosstape")
    for field in FIELDS:
        assert served.metadata[field] == built.metadata[field], field
    assert requirements(served) == requirements(built)
    assert served.metadata.get_all("Classifier") == built.metadata.get_all("Classifier")
    assert "# crosstape for Python" in (served.read_text("METADATA") or "")


def requirements(found: Distribution) -> set[str]:
    """What users need; the extras of the tests are not theirs."""
    plain = {re.sub(r"[\s()\"']", "", each) for each in found.requires or []}
    return {each for each in plain if not re.search(r"extra==(test|venues)", each)}
