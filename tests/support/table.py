"""Playing the rules and the naive referee side by side, and scripts for small cases."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import metrolines as ml
from referee import City, Referee, load_city

DATA = Path(__file__).parents[1] / "data"
MAPS = DATA / "maps"
REFEREE_MODULES = {
    "objectives",
    "effects",
    "tourist_sites",
    "pencil_powers",
    "loop_line",
    "double_track",
    "stamps",
    "round_effects",
}
SHAPES = ("square", "triangle", "pentagon", "circle", "joker")
STREET = tuple(f"{shape}-street" for shape in SHAPES)
UNDERGROUND = tuple(f"{shape}-underground" for shape in SHAPES)
LONG_DECK = (*STREET, "switch-street", *UNDERGROUND)  # ten turns, the switch in the sixth


@cache
def referee_city(name: str) -> City:
    return load_city(DATA / f"{name}_map.json")


@cache
def game_of(name: str, variants: tuple[str, ...] = (), seats: int = 1, **options: Any) -> ml.Game:
    """A game, set up once; an option of a variant is written `**{"objectives.draw": 1}`."""
    return ml.new_game(name, variants, seats, options)


def full_script(game: ml.Game, dice: random.Random) -> dict[str, Any]:
    """Everything that chance decides in a game, drawn at random."""
    order = dice.sample(game.map.colours, 4)
    script: dict[str, Any] = {"colours": [order[k:] + order[:k] for k in range(game.seats)]}
    script["decks"] = [dice.sample(LONG_DECK, len(LONG_DECK)) for _ in range(4)]
    for block in game.chance:
        if block.key in ("objectives", "gates", "powers", "round_symbols", "round_effects"):
            drawn = dice.sample(block.outcomes, len(block.slots))
            named = block.key in ("gates", "powers")
            script[block.key] = dict(zip(block.slots, drawn, strict=True)) if named else drawn
    return script


def referee_of(game: ml.Game, script: dict[str, Any], city: City | None = None) -> Referee:
    """A referee for the same table."""
    return Referee(
        city or referee_city(game.id),
        seats=game.seats,
        modules={chosen.spec.id for chosen in game.variants} & REFEREE_MODULES,
        colours=script["colours"],
        decks=script["decks"],
        objectives=script.get("objectives", ()),
        gates=script.get("gates"),
        powers=script.get("powers"),
        round_effects=zip(script.get("round_symbols", ()), script.get("round_effects", ()), strict=True),
        districts=game.settings["districts"],
        crossing_self=game.settings["crossing_self"],
    )


def items(state: ml.State, seat: int = 0) -> dict[str, int]:
    """The boxes of a seat's score sheet, and their total."""
    score = state.scores()[seat]
    return {**{item.name: item.points for item in score.items}, "total": score.total}


def compare_scores(state: ml.State, referee: Referee) -> None:
    scores = state.scores()
    for seat, score in enumerate(scores):
        said = items(state, seat)
        assert said == referee.scores(seat)
        assert sum(item.points for item in score.items) == score.total
    assert [score.rank for score in scores] == referee.ranks()


def cards_seen(state: ml.State) -> list[list[str]]:
    """The cards flipped so far, a list a round, as the record tells them."""
    rounds: list[list[str]] = []
    for event in state.events:
        if event.kind == "chance" and event.key == "decks":
            if event.place.endswith(".1"):
                rounds.append([])
            rounds[-1].append(event.outcome)
    return rounds


def content(state: ml.State) -> tuple[Any, ...]:
    """All that a state holds, as one value; fields that are worked out anew before they are read are left out."""

    def values(record: Any) -> tuple[Any, ...]:
        found = ((name, value) for name, field, value in record.LAYOUT.numbers(record) if field.kind != "scratch")
        return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in found)

    seats = tuple(values(p) for p in state.ps)
    return values(state.g), seats, tuple(state.events), state.seed, state.viewer


class Pair:
    """A state and a referee of one table, moved together."""

    def __init__(self, game: ml.Game, script: dict[str, Any], city: City | None = None) -> None:
        self.script = script
        self.state = game.start(seed=1, script=script)
        self.referee = referee_of(game, script, city)
        self.story: list[tuple[int, str]] = []

    def compare(self) -> None:
        """Who may act, and what they may do; in which round and turn, with which cards."""
        state, referee = self.state, self.referee
        assert state.over == referee.over, self
        assert state.to_act == referee.to_act(), self
        for seat in range(state.game.seats):
            labels = state.legal_labels(seat)
            assert len(set(labels)) == len(labels), self
            assert set(labels) == referee.legal(seat), self
        if not state.over:
            assert (state.g.round, state.g.turn) == (referee.round, referee.turn_number), self
            assert cards_seen(state)[-1][-len(referee.cards) :] == referee.cards, self

    def __repr__(self) -> str:
        return f"{self.state.game!r}, {self.script}, so far {self.story}"

    def play(self, seat: int, label: str) -> None:
        self.story.append((seat, label))
        self.state.play(seat, label)
        self.referee.play(seat, label)


def play_on(state: ml.State, seat: int, *labels: str) -> None:
    """Play actions of one seat; all other seats pass whenever it is not to act."""
    for label in labels:
        while seat not in state.to_act:
            state.play(state.to_act[0], "pass")
        state.play(seat, label)


def path(*stations: str) -> list[str]:
    """The sections from station to station."""
    return [f"{a}-{b}" for a, b in pairwise(stations)]


def pass_round(state: ml.State) -> None:
    """Everybody passes until the next round, or the end."""
    number = state.g.round
    while not state.over and state.g.round == number:
        state.play(state.to_act[0], "pass")


def play_randomly(state: ml.State, dice: random.Random, passing: float = 0.1) -> None:
    """Play a state to its end."""
    while not state.over:
        seat = dice.choice(state.to_act)
        state.play(seat, choice_of(state.legal_labels(seat), dice, passing))


def choice_of(labels: Sequence[str], dice: random.Random, passing: float) -> str:
    """One of the actions; pass, where there are others, with the given chance."""
    others = sorted(set(labels) - {"pass"})
    if not others or dice.random() < passing:
        return "pass"
    return dice.choice(others)
