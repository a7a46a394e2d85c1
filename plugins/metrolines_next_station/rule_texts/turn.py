"""The game, its rounds and turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from metrolines.view import RuleText

from ..cards import CARDS, SYMBOLS, UNDERGROUND, UNDERGROUND_CARDS
from ..city import City
from ..settings import deck_of

if TYPE_CHECKING:
    from metrolines.plugin import Game

GAME = "The game"
TURN = "The turn"
COUNTING = """
turn           1    2    3    4    5    6    7
card           U    S    U    S    U    U    U
underground   1st       2nd       3rd  4th  5th

U = underground, S = street.
Turn 7 is still played, then the round ends.
"""


def _deck(game: Game) -> RuleText:
    if game.settings["deck"]:
        names = ", ".join(CARDS[card] for card in deck_of(game.settings))
        return RuleText("deck", GAME, f"The deck is not the printed one. It holds: {names}.", source="house")
    symbols = f"{', '.join(SYMBOLS[:-1])} and {SYMBOLS[-1]}"
    text = (
        f"There are {len(CARDS)} station cards. {UNDERGROUND} are street cards: {symbols}, a joker, and the railroad "
        f"switch. {len(CARDS) - UNDERGROUND} are underground cards: {symbols}, and a joker. All of them are shuffled "
        "anew for each round, so a round never shows a card twice."
    )
    return RuleText("deck", GAME, text)


def entries(game: Game) -> list[RuleText]:
    """The course of the game."""
    city = cast(City, game.map)
    starts = ", ".join(
        f"{colour} {city.stations[station].name}" for colour, station in zip(city.colours, city.departures, strict=True)
    )
    street = len(deck_of(game.settings)) - sum(card >= UNDERGROUND for card in deck_of(game.settings))
    return [
        RuleText(
            "four-rounds",
            GAME,
            f"The game has {len(city.colours)} rounds. In each you draw one line, with a pencil of another colour. "
            "Over the game everybody uses every colour once. In one round no two seats have the same colour.",
        ),
        RuleText("departures", GAME, f"Each line starts at the departure station of its colour: {starts}."),
        _deck(game),
        RuleText(
            "turn",
            TURN,
            "A card is flipped, the same for everybody. Each seat then draws one section, or passes. The next card is "
            "flipped when all have done so.",
        ),
        RuleText(
            "passing",
            TURN,
            "You may pass in any turn, and you must when no section is legal. A pass costs nothing.",
        ),
        RuleText(
            "round-ends",
            TURN,
            f"Count the underground cards. The turn in which number {UNDERGROUND_CARDS} is flipped is still played, "
            f"and ends the round. So a round has {UNDERGROUND_CARDS} to {UNDERGROUND_CARDS + street - 1} turns.",
            COUNTING,
        )
        if not game.settings["deck"]
        else RuleText(
            "round-ends",
            TURN,
            f"Count the underground cards. The turn in which number {UNDERGROUND_CARDS} is flipped is still played, "
            "and ends the round.",
            COUNTING,
        ),
    ]
