"""Round effects in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrolines.view import RuleText

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue

TITLE = "Round effects"
STRAIGHT = """
A === B === C      A-B reached B, which has the symbol:
      |            C lies straight ahead, D does not
      D
"""


def rules(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The entries."""
    return [
        RuleText(
            "round-effects",
            TITLE,
            "With each new pencil a symbol and an effect are turned up, for everybody and for this round. Each of the "
            "four symbols and of the four effects comes once in a game. Nobody has to use an effect.",
            source="house",
        ),
        RuleText(
            "round-effect-joker",
            TITLE,
            "Joker and double track: a card of the symbol counts as a joker, and its section may run along one that "
            "another line has drawn. It brings no guided tour.",
            source="likely",
        ),
        RuleText(
            "round-effect-branch",
            TITLE,
            "Branch: the section of a card of the symbol may start at any station of the line, as with the switch; so "
            "not in the first two turns of a round.",
            source="likely",
        ),
        RuleText(
            "round-effect-double",
            TITLE,
            "Double: each station of the symbol that a section reaches counts as two in its district, whatever card "
            "led there. The departure station was not reached.",
            source="likely",
        ),
        RuleText(
            "round-effect-straight-on",
            TITLE,
            "Straight on: from a station of the symbol that a section has reached you may go on at once, in the same "
            "direction, to the next station, whatever its symbol. If that one has the symbol too, so on.",
            STRAIGHT,
            "likely",
        ),
    ]
