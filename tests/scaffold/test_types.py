"""A misspelt field is an error of mypy, in rules of ours and in a variant that `games new` has written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from metrolines.scaffold.draft import draft

pytest.importorskip("mypy")
SOURCES = Path(__file__).parents[2]

WRONG = {  # what is misspelt, and in which of the files
    "a field of the seat": ("next_station", "p.pending", "p.pendign"),
    "a field of the variant's own": ("next_station", "own_p.used = 0", "own_p.usde = 0"),
    "a constant of the variant's own": ("next_station", "own_t.row", "own_t.rwo"),
    "a field of the table": ("metro", "g.crossings", "g.crossigns"),
    "a constant of the game": ("metro", "t.owner", "t.onwer"),
    "a constant that is not given": ("metro", "length=length, ", ""),
}


def mypy(*files: Path) -> str:
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *map(str, files)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False, cwd=files[0].parent).stdout


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What mypy says of variants that `games new` has written, each with one thing misspelt, and of the right ones."""
    folder = tmp_path_factory.mktemp("variants")
    right = {"right, next_station": ("next_station", "", ""), "right, metro": ("metro", "", "")}
    files = {}
    for number, (name, (family, old, new)) in enumerate({**right, **WRONG}.items()):
        draft("variant", f"v{number}", {"next_station": "paris"}.get(family, family), single=True, into=folder).write()
        files[name] = folder / f"v{number}.py"
        text = files[name].read_text(encoding="utf-8").replace("(check_variant)", "(check_variant: Any)")
        assert old in text
        files[name].write_text(text.replace(old, new) if old else text, encoding="utf-8")
    lines = mypy(*files.values()).splitlines()
    return {name: [line for line in lines if line.startswith(f"{path.name}:")] for name, path in files.items()}


@pytest.mark.parametrize("family", ["next_station", "metro"])
def test_what_games_new_writes_is_typed(said: dict[str, list[str]], family: str) -> None:
    assert said[f"right, {family}"] == []


@pytest.mark.parametrize("name", WRONG)
def test_what_is_misspelt_there_is_found(said: dict[str, list[str]], name: str) -> None:
    misspelt = WRONG[name][2].partition(" ")[0].rpartition(".")[2]
    assert any("error:" in line and f'"{misspelt or "length"}"' in line for line in said[name])


@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    [
        ("plugins/metrolines_next_station/rules.py", "line = p.line\n", "line = p.lien\n"),
        (
            "variants/metrolines_variants/effects.py",
            "effect = happened(g, own_t.slot",
            "effect = happened(g, own_t.solt",
        ),
        ("plugins/metrolines_metro/rules.py", "placed = g.placed\n", "placed = g.palced\n"),
    ],
)
def test_a_misspelt_field_of_ours_is_found(tmp_path: Path, file: str, right: str, wrong: str) -> None:
    text = (SOURCES / file).read_text(encoding="utf-8")
    assert right in text
    package = Path(file).parent.name
    path = tmp_path / "misspelt.py"
    text = text.replace(right, wrong, 1).replace("from .", f"from {package}.")
    path.write_text(text, encoding="utf-8")
    said = mypy(path)
    assert f'has no attribute "{wrong.split(".")[-1].strip()}"' in said
