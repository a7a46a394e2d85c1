"""What cards without a symbol of their own do."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from metrolines.view import RuleText

from ..cards import SWITCH
from ..city import City
from ..settings import deck_of

if TYPE_CHECKING:
    from metrolines.plugin import Game

CARDS = "Cards"
BRANCH = """
A ===== B ===== C      A-B-C is the line. Ends: A, C.
         \\             Switch: the branch B-D is legal.
          D            Ends now: A, C, D.
"""
PAIR = """
flipped: switch + square     one turn, one section
"""
TOUR = """
card: free entry / guided tour
A ===== M - - - B      A-M reaches the monument M. M-B may
                       follow at once, whatever B shows.
"""


def _switch() -> list[RuleText]:
    return [
        RuleText(
            "switch",
            CARDS,
            "Railroad switch: the next card is flipped at once, and both together are one turn. You still draw one "
            "section, by the symbol of that next card, but it may start at any station of this round's line.",
            PAIR,
        ),
        RuleText(
            "branch-adds-an-end",
            CARDS,
            "A section from the middle of the line is a branch. It adds an end: from now on the line has one end more.",
            BRANCH,
        ),
        RuleText(
            "switch-early",
            CARDS,
            "In the first and the second turn of a round the switch has no effect. The next card is still flipped with "
            "it, and the turn is played by that card as usual.",
        ),
        RuleText(
            "switch-at-the-end",
            CARDS,
            "The switch is a street card. When the card that comes with it is the last underground card of the round, "
            "that turn is played with the switch, and then the round ends.",
        ),
    ]


def entries(game: Game) -> list[RuleText]:
    """Jokers and the switch."""
    city = cast(City, game.map)
    rows = []
    if city.file.jokers == "guided_tour":
        rows = [
            RuleText(
                "free-entry",
                CARDS,
                "The two jokers are called free entry / guided tour. You choose one of the two each time. Free entry: "
                "draw one section to any station.",
            ),
            RuleText(
                "guided-tour",
                CARDS,
                "Guided tour: when that section reaches a monument, you may draw one more section at once, in the same "
                "turn. It starts at that monument and goes to any station. There is no third one. You may leave the "
                "second one out.",
                TOUR,
            ),
        ]
        if SWITCH in deck_of(game.settings):
            rows.append(
                RuleText(
                    "guided-tour-with-switch",
                    CARDS,
                    "When the railroad switch comes with such a card, the first section may start at any station of "
                    "the line.",
                )
            )
    else:
        rows = [RuleText("joker", CARDS, "Joker: the section may go to any station.")]
    return rows + (_switch() if SWITCH in deck_of(game.settings) else [])
