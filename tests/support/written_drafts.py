"""What `games new` has written for a test: its files, whether they are in order, and having the host find it."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
import yaml


def written(folder: Path) -> list[str]:
    """All files in a folder."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def check_texts(folder: Path) -> None:
    """Nothing of the templates is left in the files, and each of them can be read."""
    for path in folder.rglob("*"):
        if not path.is_file():
            continue
        text = path.read_text(encoding="utf-8")
        assert "$" not in text.replace("${{ matrix.python }}", "")
        assert not text or (text.endswith("\n") and not text.endswith("\n\n"))
        assert not any(line != line.rstrip() for line in text.splitlines())
        if path.suffix == ".py":
            assert ast.get_docstring(ast.parse(text))
        elif path.suffix == ".yaml":
            assert yaml.safe_load(text)["name"]


def check_style(folder: Path) -> None:
    """What is written is as ruff wants it by default."""
    if importlib.util.find_spec("ruff") is None:
        pytest.skip("ruff is not installed")
    for words in (["check"], ["format", "--diff"]):
        ruff = [sys.executable, "-m", "ruff", *words, "--isolated", "--no-cache", str(folder)]
        done = subprocess.run(ruff, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stdout


def load(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the host find a package as if it were installed."""
    monkeypatch.syspath_prepend(folder / "src")
    monkeypatch.setenv("METROLINES_PLUGINS", str(folder / "src" / name / "__init__.py"))
