"""Which sections may be drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from metrolines.view import RuleText

from ..cards import ANY
from ..city import City

if TYPE_CHECKING:
    from metrolines.plugin import Game

SECTIONS = "Sections"
STRAIGHT = """
A ----- B ----- C      A-B and B-C are sections.
         \\             A-C is none: B lies between.
          D            A-D is none: it would bend at B.
"""
ENDS = """
A ===== B ===== C      The line A-B-C ends at A and C.
        |              B-D is not legal: B is no end.
        D
"""
BOTH_WAYS = """
A ===== B      B is the departure. After the section B-A
               the ends are A and B.
"""
SYMBOL = """
card: square
A ----- B [square]     A-B is legal.
A ----- C (circle)     A-C is not.
"""
ANY_CARD = """
card: square
A ----- M <any>        A-M is legal, with this and any card.
"""
CROSSING = """
  C                A-B is drawn.
   \\               D-C would cross it: not legal.
A ==\\=== B         D-B meets it at the station B: legal.
     \\   |
      \\  |
        \\D
"""
OVERHEAD = """
        A
        |
C ----- + ----- D      + is an overhead crossing:
        |              A-B and C-D may both be drawn.
        B
"""


def _takes_any(city: City) -> tuple[str, list[str]]:
    """What the stations are that every card reaches, in words, and their names."""
    found = [s for s in city.stations if s.symbol == ANY]
    kinds = []
    if any(s.central for s in found):
        kinds.append("the central station")
    if any(s.monument for s in found):
        kinds.append("the monuments")
    others = [s for s in found if not s.central and not s.monument]
    if others:
        kinds.append("the stations that show any symbol" if len(others) > 1 else "the station that shows any symbol")
    return " and ".join(kinds), [s.name for s in found]


def entries(game: Game) -> list[RuleText]:
    """What a legal section is."""
    city = cast(City, game.map)
    kinds, names = _takes_any(city)
    over = ", except at an overhead crossing" if city.crossings else ""
    double = ""
    if "double_track" in (chosen.spec.id for chosen in game.variants):
        double = " (the double track is the only exception)"
    rows = [
        RuleText(
            "section",
            SECTIONS,
            "A section is one of the connections printed on the map. It is straight, has no bend, and joins exactly "
            "two stations: the one where it starts and the one that it reaches. No station lies between.",
            STRAIGHT,
        ),
        RuleText(
            "from-an-end",
            SECTIONS,
            "A section starts at an end of this round's line: a station with exactly one section of this line. It does "
            "not matter which end you take.",
            ENDS,
        ),
        RuleText(
            "departure-is-an-end",
            SECTIONS,
            "The first section of a round starts at the departure station. While only one section of the line is at "
            "the departure station, it is an end as well, so the line may grow on both sides.",
            BOTH_WAYS,
        ),
        RuleText(
            "other-departures",
            SECTIONS,
            "The departure station of another colour is a station like any other: a line may reach it and go on.",
        ),
        RuleText(
            "matching-symbol",
            SECTIONS,
            "The station that the section reaches must show the symbol of the card. The symbol of the station where "
            "it starts does not matter.",
            SYMBOL,
        ),
    ]
    if names:
        text = f"Every card reaches {kinds}: {', '.join(names)}."
        rows.append(RuleText("any-station", SECTIONS, text, ANY_CARD))
    rows += [
        RuleText(
            "no-station-twice",
            SECTIONS,
            "A line never comes back to a station that it has: it forms no ring, and its branches never meet.",
        ),
        RuleText(
            "once",
            SECTIONS,
            "No section is drawn twice, neither in the same colour nor in another" + double + ". Lines of other "
            "colours may meet at a station.",
        ),
        RuleText(
            "no-crossing",
            SECTIONS,
            f"A section may not cross one that is drawn, of whatever colour{over}. To meet at a station is no "
            "crossing.",
            CROSSING,
        ),
    ]
    if city.crossings:
        own = (
            "The two may belong to one line or to two."
            if game.settings["crossing_self"] == "allowed"
            else "The two must belong to two lines: a line may not cross itself there."
        )
        source = "printed" if game.settings["crossing_self"] == "allowed" else "house"
        text = f"At an overhead crossing two sections cross, and both may be drawn. {own}"
        rows.append(RuleText("overhead", SECTIONS, text, OVERHEAD, source))
    return rows
