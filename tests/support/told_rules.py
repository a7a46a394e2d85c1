"""Tests that play what the rules say: which entry a test plays, and small tables to play it on."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from table import game_of, items

import metrolines as ml
from metrolines.view import RuleText

HERE = Path(__file__).parents[1] / "rules_told"
ORDER = ["orange", "blue", "green", "purple"]
Test = TypeVar("Test", bound=Callable[..., None])


def plays(*_: str) -> Callable[[Test], Test]:
    """Marks a test: it plays the entries of the rules with these ids. Texts in the file are all that counts."""
    return lambda test: test


def played_ids() -> set[str]:
    """The ids that the tests of `tests/rules_told` say they play."""
    return {name for path in sorted(HERE.glob("test_*.py")) for name in _marks(path)}


def _marks(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "plays":
                    yield from (argument.value for argument in mark.args if isinstance(argument, ast.Constant))


def rule(game: ml.Game, name: str) -> RuleText:
    """The entry of a game with this id."""
    (found,) = [entry for entry in game.rules() if entry.id == name]
    return found


def placed(entry: RuleText, letters: Mapping[str, str]) -> Callable[[str], str]:
    """Turns a section of the drawing, such as `A-B`, into one of the map; the drawing must have its letters."""

    def section(label: str) -> str:
        a, b = label.split("-")
        assert {a, b} <= set(entry.example), (label, entry.example)
        return f"{letters[a]}-{letters[b]}"

    return section


def city(name: str, *decks: list[str], variants: tuple[str, ...] = (), seats: int = 1, **more: Any) -> ml.State:
    """A city with these decks in the first rounds; `more` are gates, powers, colours, or settings."""
    game = game_of(name, variants, seats, **{k: v for k, v in more.items() if k not in ("gates", "powers", "colours")})
    order = more.get("colours") or list(game.map.colours)
    script = {key: more[key] for key in ("gates", "powers") if key in more}
    script["colours"] = [order[k:] + order[:k] for k in range(seats)]
    return game.start(seed=1, script={**script, "decks": list(decks)})


def paris(*decks: list[str], **more: Any) -> ml.State:
    """The same of Paris, orange first."""
    return city("paris", *decks, colours=ORDER, **more)


def sections(state: ml.State, seat: int = 0) -> set[str]:
    """The legal sections."""
    return {text for text in state.legal_labels(seat) if "-" in text and " " not in text}


def starts(state: ml.State, seat: int = 0) -> set[str]:
    """Where legal sections start."""
    return {text.split("-")[0] for text in sections(state, seat)}


def line_points(state: ml.State, number: int = 1, seat: int = 0) -> int:
    """The points of a line."""
    return items(state, seat)[f"line_{number}"]
