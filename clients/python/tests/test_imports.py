"""Which module imports which."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import crosstape

FOLDER = Path(crosstape.__file__).parent


def test_no_module_imports_itself_through_others() -> None:
    """Imports for types alone and those within functions count too."""
    TopologicalSorter({name_of(file): imports_of(file) for file in FOLDER.rglob("*.py")}).prepare()


def test_files_are_read_without_httpx() -> None:
    """A module that is None cannot be imported. The reader of the tape prints its help, and the package opens trees."""
    without = "import sys; sys.modules['httpx'] = None; "
    reader = "import runpy; sys.argv[1:] = ['--help']; runpy.run_module('crosstape.tape', run_name='__main__')"
    for code in (reader, "from crosstape import open_tree, CrosstapeError, AssetNotFoundError"):
        done = subprocess.run([sys.executable, "-c", without + code], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")


def test_every_name_of_the_package_is_there() -> None:
    assert all(getattr(crosstape, name) is not None for name in crosstape.__all__)
    assert set(crosstape.__all__) <= set(dir(crosstape))
    assert not hasattr(crosstape, "Crostape")


def name_of(file: Path) -> str:
    return ".".join(file.relative_to(FOLDER).with_suffix("").parts)


def imports_of(file: Path) -> set[str]:
    relative = [
        node
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.level > 0
    ]
    return {name for node in relative for name in modules_of(file, node)}


def modules_of(file: Path, node: ast.ImportFrom) -> set[str]:
    """The modules that a statement names: ``from .a import b`` names ``a``, or ``a.b`` where that is a module."""
    base = file.parents[node.level - 1].joinpath(*(node.module or "").split("."))
    found = {base / alias.name for alias in node.names if (base / alias.name).with_suffix(".py").exists()}
    return {name_of(path) for path in found or {base}}
