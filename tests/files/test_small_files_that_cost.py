"""Files made to be small and slow: everything about them is linear, and all of it has a limit that is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from command import complaint, games

import metrolines as ml
from metrolines.simulation.sweep import read_sweep

MANY = 20_000
NAMES = ", ".join(f"n{number}" for number in range(MANY))
MAPPING = ", ".join(f"n{number}: {{}}" for number in range(MANY))
AXIS = ", ".join(f"{{crossing_self: n{number}}}" for number in range(120))
SETS = ", ".join(f"[n{number}]" for number in range(120))
CARDS = ", ".join(f"card{number}" for number in range(9_000))

FILES: dict[str, tuple[str, str]] = {
    "names under variants": (f"game: paris\nvariants: [{NAMES}]\n", "too long: 20000 items, at most 1000 allowed"),
    "mappings under variants": (f"game: paris\nvariants: {{{MAPPING}}}\n", "too long: 20000 keys, at most 1000"),
    "names under settings": (f"game: paris\nsettings: {{{MAPPING}}}\n", "too long: 20000 keys, at most 1000"),
    "names under script": (f"game: paris\nscript: {{{MAPPING}}}\n", "too long: 20000 keys, at most 1000"),
    "unknown keys": (f"game: paris\n{MAPPING.replace(', ', chr(10))}\n", "... and 900 more"),
    "names that are just allowed": (
        f"game: paris\nvariants: [{', '.join(f'n{number}' for number in range(1000))}]\n",
        "... and 900 more",
    ),
    "wrong cards of a deck": (f"game: paris\nsettings: {{deck: [{CARDS}]}}\n", "... and 8,900 more"),
    "wrong cards of a script": (
        "game: paris\nscript: {decks: {" + ", ".join(f"{n}.{n}: x{n}" for n in range(9_000)) + "}}\n",
        "... and 8,900 more",
    ),
    "seats": (f"game: paris\nseats: [{NAMES}]\n", "too long: 20000 items, at most 1000 allowed"),
    "a number of seats": ("game: paris\nseats: " + "9" * 350 + "\n", "seats"),
    "a grid": (
        f"grid: {{game: [paris], variants: [{SETS}], settings: [{AXIS}], agents: [{SETS}], seats: "
        f"[{', '.join(map(str, range(1, 121)))}]}}\n",
        "207,360,000 combinations, at most 10,000 are played",
    ),
    "an axis": (f"grid: {{game: [{NAMES}]}}\n", "20,000 combinations, at most 10,000 are played"),
    "an axis that is just allowed": (f"grid: {{game: [{', '.join(f'n{n}' for n in range(10_000))}]}}\n", "no game is"),
    "a number of games": ("games: 1" + "0" * 30 + "\ngrid: {game: [paris]}\n", "must be at most 1000000000000"),
    "games of a comparison": (
        "baseline: {game: paris}\ntreatment: [effects]\ngames: 1" + "0" * 30 + "\n",
        "must be at most",
    ),
}


def refusal(text: str, path: Path) -> str:
    read: Callable[[Path], object] = ml.read_config
    if "grid:" in text:
        read = read_sweep
    elif "baseline:" in text:
        from metrolines.lab import read_comparison

        read = read_comparison
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ml.FileError) as caught:
        read(path)
    assert len(caught.value.problems) <= 101
    return str(caught.value)


@pytest.mark.parametrize("name", FILES)
def test_each_is_refused_at_once(tmp_path: Path, name: str) -> None:
    text, said = FILES[name]
    assert len(text) < 500_000
    began = time.process_time()
    assert said in refusal(text, tmp_path / "file.yaml")
    assert time.process_time() - began < 4  # a second or less on an idle machine; more than a minute if it is square


def test_numbers_beyond_reason(tmp_path: Path) -> None:
    many = str((1 << 62) + 1)
    assert "less than or equal to 1000000000000" in complaint(games(tmp_path, "simulate", "paris", "-n", many))
    with pytest.raises(ml.UsageError, match=r"at most 1,000,000,000,000 games are played"):
        ml.simulate(ml.new_game("paris"), 1 << 70)
    for seats in ("9" * 5000, "3000000000", "²"):
        assert complaint(games(tmp_path, "run", "paris", "--seats", seats))
