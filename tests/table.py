"""Playing the rules and the naive referee side by side."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import metrolines as ml
from referee import City, Referee, load_city

DATA = Path(__file__).parent / "data"
REFEREE_MODULES = {"objectives", "effects", "tourist_sites", "pencil_powers"}


@cache
def referee_city(name: str) -> City:
    return load_city(DATA / f"{name}_map.json")


@cache
def game_of(name: str, variants: tuple[str, ...] = (), seats: int = 1, **options: str) -> ml.Game:
    return ml.new_game(name, variants, seats, options)


def full_script(game: ml.Game, dice: random.Random) -> dict:
    """Everything that chance decides in a game, drawn at random."""
    city = game.map
    order = dice.sample(city.colours, 4)
    script: dict = {"colours": [order[k:] + order[:k] for k in range(game.seats)]}
    cards = next(block for block in game.chance if block.key == "decks").outcomes
    script["decks"] = [dice.sample(cards, len(cards)) for _ in range(4)]
    for block in game.chance:
        if block.key in ("objectives", "gates", "powers"):
            drawn = dice.sample(block.outcomes, len(block.slots))
            script[block.key] = drawn if block.key == "objectives" else dict(zip(block.slots, drawn, strict=True))
    return script


def referee_of(game: ml.Game, script: dict) -> Referee:
    """A referee for the same table."""
    modules = {chosen.spec.id for chosen in game.variants} & REFEREE_MODULES
    return Referee(
        referee_city(game.id),
        seats=game.seats,
        modules=modules,
        colours=script["colours"],
        decks=script["decks"],
        objectives=script.get("objectives", ()),
        gates=script.get("gates"),
        powers=script.get("powers"),
        districts=game.settings["districts"],
        crossing_self=game.settings["crossing_self"],
    )


def compare_scores(state: ml.State, referee: Referee) -> None:
    scores = state.scores()
    for seat, score in enumerate(scores):
        said = referee.scores(seat)
        items = {item.name: item.points for item in score.items}
        assert {**items, "total": score.total} == said
        assert sum(items.values()) == score.total
    assert [score.rank for score in scores] == referee.ranks()
