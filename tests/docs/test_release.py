"""What is released: one version, a changelog that begins with it, and archives that hold what they should."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from pages import PAGES, ROOT, mentioned

import metrolines as ml
import metrolines.plugin


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    return folder


def test_the_wheel_holds_packages_data_and_templates(built: Path) -> None:
    (path,) = built.glob("*.whl")
    assert path.name == f"metrolines-{ml.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(path) as wheel:
        names = set(wheel.namelist())
    template = "core/metrolines/scaffold/templates/package"
    for name in (
        "metrolines/py.typed",
        "metrolines/cli/fullscreen/app.tcss",
        "metrolines/scaffold/templates/package/.github/workflows/tests.yml.tmpl",
        "metrolines_maps/__init__.py",
        f"metrolines-{ml.__version__}.dist-info/licenses/LICENSE",
    ):
        assert name in names, name
    written = {path.relative_to(ROOT / template).as_posix() for path in (ROOT / template).rglob("*") if path.is_file()}
    assert {f"metrolines/scaffold/templates/package/{name}" for name in written} <= names
    assert {f"metrolines_maps/{path.name}" for path in (ROOT / "maps" / "metrolines_maps").glob("*.yaml")} <= names


def test_the_sdist_holds_what_is_tested_and_told(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for name in ("CHANGELOG.md", "LICENSE", "mkdocs.yml", "tox.ini", "docs/releasing.md", "tests/docs/test_release.py"):
        assert name in names, name
    assert any(name.startswith("examples/hamburg/") for name in names)


def test_the_changelog_begins_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## (\S+) \((.+)\)$", text, re.MULTILINE)
    assert first is not None
    assert first[1] == ml.__version__
    assert re.fullmatch(r"not released|\d{4}-\d\d-\d\d", first[2])


def test_pages_of_a_release_name_what_is_there() -> None:
    for name in re.findall(r"`(\w+Spec)`", PAGES["publishing.md"]):
        assert name in metrolines.plugin.__all__
    major, minor, _ = ml.__version__.split(".")
    assert mentioned(f"metrolines>={major}.{minor},<{major}.{int(minor) + 1}", "publishing.md")
