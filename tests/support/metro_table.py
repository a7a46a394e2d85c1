"""Metro played beside its naive referee, and small helpers for tests of Metro."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import metrolines as ml
from referee.metro import TILE_COUNTS, MetroReferee, piece

ALL_TILES = tuple(Counter(TILE_COUNTS).elements())
EXAMPLE = "bbad02bcbc12ddbc13adad03adbb23"

# Five columns and four rows with a central station of one cell: 19 cells, 18 stations.
SMALL = """\
game: metro
name: Small
picture: |
  . . . . .
  . . # . .
  . . . . .
  . . . . .
wagons:
  2: [[1, 3, 5, 7, 9, 11, 13, 15, 17], [2, 4, 6, 8, 10, 12, 14, 16, 18]]
  3: [[1, 4, 7, 10], [2, 5, 8, 11], [3, 6, 9, 12]]
tiles:
  aaaa: 5
  cccc: 4
  bbbb: 4
  adad: 3
  dada: 3
scoring: {crossing: 1, centre: 2}
colours: [yellow, blue, orange, green, purple, black]
"""


def small_file(folder: Path, *changes: tuple[str, str]) -> Path:
    """The small board with some texts replaced by others, each of which must be there, as a file."""
    text = SMALL
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = folder / "small.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@cache
def metro(variants: tuple[str, ...] = (), seats: int = 2, **options: Any) -> ml.Game:
    """A game of Metro; an option of a variant is written `**{"hand.size": 3}`."""
    return ml.new_game("metro", variants, seats, options)


def pieces(text: str) -> list[str]:
    """The placements of a text, one by one."""
    return [text[start : start + 6] for start in range(0, len(text), 6)]


def pile(*first: str, seed: int = 0) -> list[str]:
    """All tiles, some of them first in this order, the rest shuffled."""
    rest = sorted((Counter(TILE_COUNTS) - Counter(first)).elements())
    assert len(first) + len(rest) == 60
    random.Random(seed).shuffle(rest)
    return [*first, *rest]


def totals(state: ml.State) -> list[int]:
    return [score.total for score in state.scores()]


def finished(state: Any) -> dict[int, tuple[list[tuple[int, int]], Any, int]]:
    """The finished lines as the referee tells them: cells, end and points by station."""
    return {line.station: (list(line.cells), line.end, line.points) for line in state.lines() if line.end is not None}


def hand_of(state: ml.State, seat: int) -> list[str]:
    """The tiles in a seat's hand by name; `?` for one that is hidden."""
    return ["?" if tile < 0 else state.game.map.tiles[tile - 1] for tile in state.ps[seat].hand if tile]


def choice_of(labels: Sequence[str], dice: random.Random, drawing: float) -> str:
    """One of the actions; to draw, where there are others, with the given chance."""
    others = sorted(set(labels) - {"draw"})
    if not others or ("draw" in labels and dice.random() < drawing):
        return "draw"
    return dice.choice(others)


def play_on(state: ml.State, dice: random.Random, drawing: float = 0.1, most: int = 1000) -> ml.State:
    """Play a state on at random, for so many actions at most."""
    while not state.over and most:
        seat = state.to_act[0]
        state.play(seat, choice_of(state.legal_labels(seat), dice, drawing))
        most -= 1
    return state


def same(one: ml.State, other: ml.State) -> bool:
    """Whether the same happened to two states, with the same outcome; chance may have other things in store."""
    return (one.digest(), one.events) == (other.digest(), other.events)


class Pair:
    """A state and a referee of one table, moved together."""

    def __init__(self, game: ml.Game, tiles: Sequence[str]) -> None:
        self.tiles = list(tiles)
        names = {chosen.spec.id: chosen.options for chosen in game.variants}
        self.state: Any = game.start(seed=1, script={"tiles": self.tiles})
        self.referee = MetroReferee(
            game.seats,
            self.tiles,
            rotation="rotation" in names,
            hand=names["hand"]["size"] if "hand" in names else 1,
            no_centre="no_centre" in names,
            one_tile_lines=game.settings["one_tile_lines"],
        )
        # with rotation, which of two tiles of one piece leaves the hand is all the same
        self.kind = piece if "rotation" in names else str
        self.story: list[str] = []

    @property
    def seat(self) -> int:
        return self.referee.to_act

    def __repr__(self) -> str:
        return f"{self.state.game!r}, {self.state.game.settings}, tiles {self.tiles}, so far {self.story}"

    def play(self, label: str) -> None:
        self.story.append(label)
        self.state.play(self.seat, label)
        self.referee.play(label)

    def compare_turn(self) -> None:
        """Who may act, and what they may do."""
        state, referee = self.state, self.referee
        assert state.over == referee.over, self
        assert state.to_act == (() if referee.over else (referee.to_act,)), self
        for seat in range(state.game.seats):
            labels = state.legal_labels(seat)
            assert len(set(labels)) == len(labels), self
            assert set(labels) == (referee.legal() if seat == referee.to_act else set()), self

    def compare_board(self) -> None:
        """Scores, lines, what lies, and what is in hand."""
        state, referee = self.state, self.referee
        assert totals(state) == referee.scores(), self
        assert finished(state) == referee.lines(), self
        assert state.placements() == referee.placements(), self
        names = state.game.map.tiles
        for seat in range(state.game.seats):
            held = map(self.kind, hand_of(state, seat))
            assert sorted(held) == sorted(map(self.kind, referee.hands[seat])), self
        drawn = [names[p.drawn - 1] for p in state.ps if p.drawn]
        assert drawn == ([] if referee.drawn is None else [referee.drawn]), self
        assert sorted(names[tile] for tile in state.g.deck[: state.g.left]) == sorted(referee.pile), self
