"""Which files a file of code is made of."""

from __future__ import annotations

from pathlib import Path

import pytest

from metrolines._registry.sources import digest_of, sources


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = folder / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def names(folder: Path, file: str) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in sources([folder / file])}


def test_what_is_imported_counts_and_what_is_installed_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    write(tmp_path, agent="import os, numpy, metrolines.plugin\nfrom helper_of_mine import depth\n", other="")
    write(tmp_path, helper_of_mine="def depth():\n    import my_package.deep.two\n    import agent\n")
    (tmp_path / "my_package" / "deep").mkdir(parents=True)
    (tmp_path / "my_package" / "__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "my_package" / "deep" / "__init__.py").write_text("from . import one\n", encoding="utf-8")
    (tmp_path / "my_package" / "deep" / "one.py").write_text("from ..top import x\n", encoding="utf-8")
    (tmp_path / "my_package" / "deep" / "two.py").write_text("import nowhere\n", encoding="utf-8")
    (tmp_path / "my_package" / "top.py").write_text("x = 1\n", encoding="utf-8")
    found = names(tmp_path, "agent.py")
    package = {f"my_package/{name}.py" for name in ("__init__", "top", "deep/__init__", "deep/one", "deep/two")}
    assert found == {"agent.py", "helper_of_mine.py", *package}
    before = digest_of(sources([tmp_path / "agent.py"]))
    (tmp_path / "my_package" / "top.py").write_text("x = 2\n", encoding="utf-8")
    assert digest_of(sources([tmp_path / "agent.py"])) != before


def test_an_installed_package_counts_for_itself_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site-packages"
    monkeypatch.syspath_prepend(str(site))
    write(site / "fog_of_mine", rules="from .points import worth\nimport fog_of_another\n", points="worth = 1\n")
    write(site, fog_of_another="")
    (site / "fog_of_mine" / "__init__.py").touch()
    assert names(site, "fog_of_mine/rules.py") == {f"fog_of_mine/{name}.py" for name in ("__init__", "rules", "points")}


def test_a_file_that_cannot_be_read_counts_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("import (", encoding="utf-8")
    assert names(tmp_path, "bad.py") == {"bad.py"}
