"""Pencil powers in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrolines.view import RuleText

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue

TITLE = "Pencil powers"
SECOND = """
card: square
A ===== B [square] --- C [square]
A-B is the section of the turn, B-C the second one.
"""
MARK = """
one district: A === B === C      three stations count 3
marked: B                        now they count 4
"""


def rules(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """The entries."""
    return [
        RuleText(
            "powers",
            TITLE,
            "At the start four powers are dealt at random to the four colours, for the whole game and for everybody. "
            "In the round of a colour you may use its power once. You need not.",
        ),
        RuleText(
            "power-when",
            TITLE,
            "Double section, joker and switch are used in a turn before its section is drawn. If you use one of them "
            "and then pass, it is spent. A power that would change nothing now is not offered.",
        ),
        RuleText(
            "power-double-section",
            TITLE,
            "Double section: after the section of this turn you may draw a second one, to a station with the symbol of "
            "the card. After a joker it goes to the symbol of the station that the first one reached. If the switch "
            "came with the card, the second section may start anywhere on the line, too.",
            SECOND,
        ),
        RuleText(
            "power-joker",
            TITLE,
            "Joker: the card counts as a joker in this turn, so the section may go to any station. It brings nothing "
            "else that a joker card may bring. If the switch came with the card, it stays in force.",
        ),
        RuleText(
            "power-switch",
            TITLE,
            "Switch: the section of this turn may start at any station of the line. Like the card it is of no use in "
            "the first two turns of a round, so it cannot be used there.",
        ),
        RuleText(
            "power-double-station",
            TITLE,
            "Double station: at any point of its round mark a station of the current line. It counts as two in its "
            "district, for this line. You may still draw the section of the turn. You may also mark after the last "
            "section of the round, before the line is scored: so even the station that it reached.",
            MARK,
        ),
    ]
