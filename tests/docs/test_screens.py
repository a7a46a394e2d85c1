"""The pictures of screens in the pages show what the screen shows now."""

from __future__ import annotations

import asyncio
import html
import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from pages import ROOT

FOLDER = ROOT / "docs" / "screens"
TEXT = re.compile(r'<text[^>]*x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)</text>')


def script() -> ModuleType:
    """The command that makes the pictures."""
    spec = importlib.util.spec_from_file_location("make_screens", FOLDER / "make.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def signs(picture: str) -> str:
    """All that is written in a picture, from the top left on; fonts, colours and names of classes are left out."""
    places = [(float(y), float(x), html.unescape(text)) for x, y, text in TEXT.findall(picture)]
    return "".join("".join(text for _, _, text in sorted(places)).split())


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.svg")))
def test_a_picture_shows_what_the_screen_shows(name: str) -> None:
    made = script()
    assert set(made.SCREENS) == {path.stem for path in FOLDER.glob("*.svg")}
    picture = asyncio.run(made.picture(made.SCREENS[name]))
    assert signs(picture) == signs((FOLDER / f"{name}.svg").read_text(encoding="utf-8"))
    assert f"screens/{name}.svg" in (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")


def test_pictures_are_small() -> None:
    assert sum(path.stat().st_size for path in Path(FOLDER).glob("*.svg")) < 400_000
