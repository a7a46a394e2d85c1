"""What `games new` writes, built, installed in a fresh environment beside metrolines, tested and played there."""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from command import surroundings
from drafts import PACKAGES, SINGLE

from metrolines.scaffold.draft import draft

pytestmark = pytest.mark.slow
QUICK = ("--metrolines-games", "3", "--metrolines-plain")


def run(folder: Path, *words: str | Path) -> str:
    """Run a program in a folder; what it said."""
    done = subprocess.run(
        list(map(str, words)),
        cwd=folder,
        env=surroundings(folder),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment(folder: Path) -> Path:
    """The Python of a new environment, in which what is installed here is installed, too."""
    venv.EnvBuilder(symlinks=os.name != "nt").create(folder)
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
    lines = [f"import site; site.addsitedir({path!r})" for path in site.getsitepackages()]
    (packages / "beside.pth").write_text("\n".join(lines) + "\n")
    return Path(sysconfig.get_path("scripts", "venv", {"base": str(folder)})) / Path(sys.executable).name


@pytest.mark.parametrize(("kind", "name", "game"), PACKAGES.values(), ids=PACKAGES)
def test_a_package_installed(kind: str, name: str, game: str | None, tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    pip = (sys.executable, "-m", pytest.importorskip("pip").__name__, "--disable-pip-version-check")
    new = draft(kind, name, game, into=tmp_path)
    new.write()
    python = environment(tmp_path / "environment")
    alone = ("--no-deps", "--no-index")
    run(tmp_path, *pip, "wheel", "--quiet", *alone, "--no-build-isolation", "--wheel-dir", "wheels", new.path)
    (wheel,) = (tmp_path / "wheels").iterdir()
    run(tmp_path, *pip, "--python", python, "install", "--quiet", *alone, wheel)

    module = name.replace("-", "_")
    listed = json.loads(run(tmp_path, python, "-m", "metrolines", "list", "plugins", "--json"))
    (own,) = [plugin for plugin in listed if plugin["name"] == module]
    assert (own["distribution"], own["version"], own["broken"]) == (f"metrolines-{name}", "0.1.0", "")
    assert all(ids == [module] for ids in own["adds"].values())

    said = run(tmp_path / name, python, "-m", "pytest", "-p", "no:cacheprovider", *QUICK)
    assert f"{kind} {module}: " in said
    assert " passed" in said

    first, *words = new.commands[-1].split()
    assert first == "games"
    played = json.loads(run(tmp_path, python, "-m", "metrolines", *words, "--json"))
    assert len(played["scores"]) >= 1


@pytest.mark.parametrize(("kind", "name", "game"), SINGLE.values(), ids=SINGLE)
def test_a_single_file_tested(kind: str, name: str, game: str, tmp_path: Path) -> None:
    new = draft(kind, name, game, single=True, into=tmp_path)
    new.write()
    if kind == "map":
        check = (
            f"from metrolines.testing import check_map; print(check_map({new.path.name!r}, games=3, compiled=False))"
        )
        assert f"map {new.path.name}: " in run(tmp_path, sys.executable, "-c", check)
    else:
        said = run(tmp_path, sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *QUICK, new.path.name)
        assert "1 passed" in said
