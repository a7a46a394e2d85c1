"""The settings of the game: how districts and crossings are read, the deck, and scoring values other than the map's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from metrolines.plugin import Option, OptionNumber, OptionValue, Problem, SetupError

from .cards import CARDS, DECK_SIZE, SWITCH, UNDERGROUND, UNDERGROUND_CARDS

if TYPE_CHECKING:
    from .city import City
    from .map_file import Scoring

VALUES = (
    "monument",
    "river",
    "interchanges.2",
    "interchanges.3",
    "interchanges.4",
    "interchanges.5",
    "crossing.one",
    "crossing.both",
    "loop",
)
NEEDED = {  # what a value is for, as a feature of the map
    "monument": "monuments",
    "river": "river",
    "crossing": "crossings",
    "loop": "loop",
    "interchanges.5": "loop",
}
SETTINGS = (
    Option(
        "districts",
        "crossed",
        "which districts a line counts: those it passes through, or has stations in",
        ("crossed", "stations"),
    ),
    Option(
        "crossing_self", "allowed", "whether a line may use both ways of an overhead crossing", ("allowed", "forbidden")
    ),
    Option("deck", (), f"the {DECK_SIZE} cards of the deck; none named: the printed ones", CARDS),
    Option(
        "scoring",
        (),
        "values other than the map's: scoring=monument=3,interchanges.4=12",
        VALUES,
        -100,
        100,
        pairs=True,
    ),
)


def _refused(message: str, *about: str | int, hint: str = "", at_key: bool = False) -> SetupError:
    return SetupError([Problem(message, hint, about=("settings", *about), at_key=at_key)])


def deck_of(settings: Mapping[str, OptionValue]) -> list[int]:
    """The cards of the deck by number.

    Raises:
        SetupError: not as many cards as a deck has, too few underground cards to end a round, or two switches.
    """
    named = cast("Sequence[str]", settings["deck"])
    deck = [CARDS.index(name) for name in named] or list(range(DECK_SIZE))
    underground = sum(card >= UNDERGROUND for card in deck)
    if len(deck) != DECK_SIZE:
        extra = (DECK_SIZE,) if len(deck) > DECK_SIZE else ()
        raise _refused(f"deck: {len(deck)} cards; a deck has {DECK_SIZE}", "deck", *extra)
    if underground < UNDERGROUND_CARDS:
        raise _refused(f"deck: {underground} underground cards; a round ends with the fifth", "deck")
    if deck.count(SWITCH) > 1:
        second = len(deck) - 1 - deck[::-1].index(SWITCH)
        hint = "a switch comes with the next card, one at most"
        raise _refused("deck: two railroad switches", "deck", second, hint=hint)
    return deck


def scoring_of(city: City, settings: Mapping[str, OptionValue]) -> Scoring:
    """The scoring values of a map with those that the settings change.

    Raises:
        SetupError: a value for what the map does not have.
    """
    scoring = city.file.scoring
    known: dict[str, Any] = scoring.model_dump(by_alias=True)
    for value in cast("Sequence[OptionNumber]", settings["scoring"]):
        name = value.name
        group, _, key = name.rpartition(".")
        needed = NEEDED.get(group or name) or NEEDED.get(name)
        if needed and needed not in city.features:
            raise _refused(
                f"scoring: {city.title} has no {'overhead ' * (group == 'crossing')}{needed}",
                "scoring",
                *name.split("."),
                at_key=True,
            )
        (known[group] if group else known)[key] = value.number
    return type(scoring).model_validate(known)
