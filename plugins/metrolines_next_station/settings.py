"""The settings of the game: how districts and crossings are read, the deck, and scoring values other than the map's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from metrolines.errors import Problem, SetupError
from metrolines.specs import Option, OptionValue

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
    Option("scoring", (), "values other than the map's: scoring=monument=3,interchanges.4=12", VALUES, pairs=True),
)


def _refused(message: str, *about: str, hint: str = "") -> SetupError:
    return SetupError([Problem(message, hint, about=("settings", *about))])


def deck_of(settings: Mapping[str, OptionValue]) -> list[int]:
    """The cards of the deck by number.

    Raises:
        SetupError: not as many cards as a deck has, too few underground cards to end a round, or two switches.
    """
    named = cast("Sequence[str]", settings["deck"])
    deck = [CARDS.index(name) for name in named] or list(range(DECK_SIZE))
    underground = sum(card >= UNDERGROUND for card in deck)
    if len(deck) != DECK_SIZE:
        raise _refused(f"deck: {len(deck)} cards; a deck has {DECK_SIZE}", "deck")
    if underground < UNDERGROUND_CARDS:
        raise _refused(f"deck: {underground} underground cards; a round ends with the fifth", "deck")
    if deck.count(SWITCH) > 1:
        raise _refused("deck: two railroad switches", "deck", hint="a switch comes with the next card, one at most")
    return deck


def scoring_of(city: City, settings: Mapping[str, OptionValue]) -> Scoring:
    """The scoring values of a map with those that the settings change.

    Raises:
        SetupError: a value for what the map does not have, or out of range.
    """
    from pydantic import ValidationError

    scoring = city.file.scoring
    known: dict[str, Any] = scoring.model_dump(by_alias=True)
    for pair in cast("Sequence[str]", settings["scoring"]):
        name, _, value = pair.partition("=")
        group, _, key = name.rpartition(".")
        if group == "crossing" and scoring.crossing is None:
            raise _refused(f"scoring: {city.title} has no overhead crossings", "scoring", *name.split("."))
        (known[group] if group else known)[key] = int(value)
        try:
            scoring = type(scoring).model_validate(known)
        except ValidationError:
            raise _refused(f"scoring: {name} is from -100 to 100, not {value}", "scoring", *name.split(".")) from None
    return scoring
