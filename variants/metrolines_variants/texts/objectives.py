"""Shared objectives in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from metrolines.view import RuleText

if TYPE_CHECKING:
    from metrolines.plugin import Game, OptionValue

TITLE = "Shared objectives"
EXAMPLES = {
    "double_crossings_2": """
   A   D       K   N      Each + has both sections drawn:
    \\ /         \\ /       that makes two.
     +           +
    / \\         / \\
   C   B       M   L
""",
    "triple_interchanges_3": """
  o         o        X has three lines (o, b, g): it is one
b-X-b     b-Y-b      of the three stations. Y has two lines
  g         o        only: it does not count.
""",
}


def rules(game: Game, options: Mapping[str, OptionValue]) -> list[RuleText]:
    """How many cards are drawn, and an entry for each card."""
    from ..objectives import cards_of

    draw = options["draw"]
    cards = cards_of(game, options)
    found = [
        RuleText(
            "objectives",
            TITLE,
            f"Of these {len(cards)} cards {draw} are drawn at random at the start, the same for everybody. At the end "
            "each seat that has met a card gets its points, whoever else has met it. Nobody needs to be first.",
        )
    ]
    for card in cards:
        points = "" if card.points != 10 or card.each else ": 10 points"
        words = (card.title or card.id) if card.points == 10 and not card.each else card.heading.partition(" [")[0]
        text = f"{card.id}: {words}{points}."
        found.append(RuleText(f"objective-{card.id}", TITLE, text, EXAMPLES.get(card.id, ""), card.source))
    return found
