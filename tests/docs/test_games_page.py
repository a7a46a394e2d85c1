"""The page on writing a game: its code is that of the game that `games new game` writes."""

from __future__ import annotations

from pathlib import Path

from pages import blocks, mentioned

from metrolines._setup.family import Engine, GameFamily
from metrolines.scaffold.draft import draft


def flat(text: str) -> str:
    """Code without its spaces and line breaks: on the page it is as wide as the page."""
    return "".join(text.split())


def test_its_code_is_what_is_written(tmp_path: Path) -> None:
    new = draft("game", "last-train", into=tmp_path)
    written = [flat(text) for text in new.files.values()]
    shown = blocks("games.md", "python")
    assert len(shown) == 4
    for block in shown:
        assert any(flat(block) in text for text in written), block


def test_what_a_game_must_say_is_told() -> None:
    assert GameFamily.__abstractmethods__
    for name in GameFamily.__abstractmethods__:
        assert mentioned(name, "games.md") or mentioned(name, "reference.md") or name in ("read_map",), name
    for name in Engine.__dataclass_fields__:
        assert mentioned(name, "games.md"), name
